"""Parts that all games share: dice, decks, flows, journals, hex grids, chart packs and views."""
