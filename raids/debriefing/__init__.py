"""The morning after: the verdict, both accounts line by line, losses, the night on one sheet, a second night."""
