"""How the networks are made: art, scenes, nets, training, export (needs the extra `train`)."""
