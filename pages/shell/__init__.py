"""What all pages have around their panels: sidebar, menus, presenter mode, style sheet."""
