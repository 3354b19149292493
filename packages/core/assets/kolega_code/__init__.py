"""The part of Kolega Code that hooks import; hookline ships it so that they run without Kolega Code."""

from pkgutil import extend_path

# Where Kolega Code itself is installed, its other modules stay importable.
__path__ = extend_path(__path__, __name__)
