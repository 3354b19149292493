"""The inside of hookline's python worker; hooks have no business here."""
