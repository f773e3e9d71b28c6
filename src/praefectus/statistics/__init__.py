"""What many games have in common: profiles of single games, and their sums by board and players."""

from praefectus.statistics.profile import Profile, profile
from praefectus.statistics.sums import Group, Sums

__all__ = ["Group", "Profile", "Sums", "profile"]
