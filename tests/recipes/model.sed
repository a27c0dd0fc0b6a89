# The stencil forgets the damping: water never comes to rest.
/^static void make_gentle/,/^}/s/settings->damping/0 * &/
