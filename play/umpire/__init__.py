"""The desk of one who keeps what another may not know: the other's page as it stands, and what may be said next."""
