/** Order in which operations of a job start: the requirements of each, and lists of which the next starts with each end of others. */
@NullMarked
package dev.inflight.sim.order;

import org.jspecify.annotations.NullMarked;
