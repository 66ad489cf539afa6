"""Who answers. A role is a protocol: a class with a method for each question, backed by a model or by code."""
