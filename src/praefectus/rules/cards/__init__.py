"""The personality cards, one module each: what each allows and what it does."""
