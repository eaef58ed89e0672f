"""Faster replacements that use private names of Django, behind the setting FASTPATH."""
