"""Steps of combat: firing, damage, fighters."""
