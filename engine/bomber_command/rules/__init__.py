"""The rules of Bomber Command, a module for each chapter."""
