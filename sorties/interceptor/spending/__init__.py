"""What a pilot does between two sorties: he spends what he has won."""
