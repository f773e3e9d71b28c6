"""Reviews of finished games by the engine: chances, costs of turns, luck apart from skill."""

from praefectus.review.course import ReviewError
from praefectus.review.examiner import Depth
from praefectus.review.reviewing import Reviewing, review

__all__ = ["Depth", "ReviewError", "Reviewing", "review"]
