/** In what order operations of a job start: what each requires, and lists of which the next starts with each end of others. */
@NullMarked
package dev.inflight.sim.order;

import org.jspecify.annotations.NullMarked;
