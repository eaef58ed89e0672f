"""The club of `manage.py demo`: players, groups and games for a first look."""
