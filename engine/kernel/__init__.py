"""What the games share: dice, decks, flows, journals, hex grids, chart packs and views."""
