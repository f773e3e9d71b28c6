"""The endpoints, one module per subject."""
