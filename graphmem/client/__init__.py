"""A client for people, notebooks and scripts: `graphmem.connect` and what it gives.

Owns the Python names of the API. It decides nothing: what may be written, and what is found, the service says.
"""
