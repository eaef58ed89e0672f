"""Date forms in German: the day has a point, and a short month has one where it is cut."""

globals().update(
    {
        "D j M, H:i": "D j. N, H:i",
        "M": "N",
        "j E": "j. E",
        "j E Y": "j. E Y",
        "j E Y, H:i": "j. E Y, H:i",
        "j E, H:i": "j. E, H:i",
        "j M": "j. N",
        "j M Y": "j. N Y",
        "j M Y, H:i": "j. N Y, H:i",
        "j M, H:i": "j. N, H:i",
    }
)
