"""The careers of nights: a pilot's year, green or seasoned, and a Staffel's."""
