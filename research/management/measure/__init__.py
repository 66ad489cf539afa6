"""What research costs and finds, measured against what people would do instead (R001, R132, C26)."""
