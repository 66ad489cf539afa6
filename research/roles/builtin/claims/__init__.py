"""The checker without a model: a claim against its quotes, by rules that each know one kind of fault."""
