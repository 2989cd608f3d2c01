"""Training: readable trainers on top of overseers_env, which never imports them."""
