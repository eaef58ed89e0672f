"""Pages that explain the site: the columns of its files, its keys, and what it stores about a person."""
