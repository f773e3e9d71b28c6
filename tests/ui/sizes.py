"""The sizes of screen the table is looked at on."""

SIZES = {
    "wide": (2560, 1440),
    "laptop": (1440, 900),
    "small laptop": (1280, 720),
    "old laptop": (1024, 768),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone sideways": (844, 390),
    "small phone sideways": (640, 360),
}


def is_touch(size: str) -> bool:
    """Tell whether screens of this size are touched."""
    return min(SIZES[size]) < 700 or size == "tablet"
