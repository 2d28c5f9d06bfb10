/** In what order operations of a job begin: what each requires, and lists of which the next begins with each end of others. */
@NullMarked
package dev.inflight.sim.order;

import org.jspecify.annotations.NullMarked;
