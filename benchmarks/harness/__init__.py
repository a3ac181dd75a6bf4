"""What the benchmarks share: made-up text, filled stores, a real service, the bare engine, and figures."""
