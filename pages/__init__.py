"""Everything on screen. Each page lays out widgets and calls `pages.panels` and the engine."""
