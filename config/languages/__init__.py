"""Languages of the site: compiled catalogues, coverage, and a made-up language for tests of pages."""
