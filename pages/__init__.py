"""Everything on screen. Each page lays out widgets and calls `pages.ui` and the engine."""
