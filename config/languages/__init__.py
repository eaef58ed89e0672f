"""Parts of a language of the site, its coverage, and a made-up language for tests of pages."""
