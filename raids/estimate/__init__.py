"""The controller's estimate: which cities the Main Forces are bound for, as far as the German player can know."""
