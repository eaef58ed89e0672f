"""Tables of a career of nights: weeks, raids, kills, injuries, awards, aircraft and crew."""
