"""Tests of languages: how much of each there is, a made-up one, an invented one."""
