/**
 * What ranks of a collective share and how its buffer is cut: servers, channels, chunks. Read
 * {@link dev.inflight.sim.collective.plan.ChannelPlan} first.
 */
@NullMarked
package dev.inflight.sim.collective.plan;

import org.jspecify.annotations.NullMarked;
