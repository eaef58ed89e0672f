"""Date forms in Polish: a month begins with a small letter."""

globals().update(
    {
        "D j M, H:i": "D j b, H:i",
        "j M": "j b",
        "j M Y": "j b Y",
        "j M Y, H:i": "j b Y, H:i",
        "j M, H:i": "j b, H:i",
    }
)
