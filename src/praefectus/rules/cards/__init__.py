"""The personality cards, one module per card: what each card allows and what it does."""
