"""What a language of the site is made of, how much of it there is, and a made-up one for tests of the pages."""
