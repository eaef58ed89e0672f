"""The rules of Nightfighter, a module for each chapter."""
