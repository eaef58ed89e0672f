"""The route book: how Main Forces fared by the way that they flew, from bots and from nights that are over."""
