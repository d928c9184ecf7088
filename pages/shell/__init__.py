"""The frame around the panels of all pages: sidebar, menus, presenter mode, style sheet."""
