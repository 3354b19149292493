"""The internals of hookline's python worker; hooks must not use them."""
