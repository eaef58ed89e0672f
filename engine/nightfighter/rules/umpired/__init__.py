"""The rules that an umpire carries out."""
