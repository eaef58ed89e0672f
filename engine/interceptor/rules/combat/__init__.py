"""What happens in combat: firing, damage, fighters."""
