/** Servers, channels and chunks of a collective. Read {@link dev.inflight.sim.collective.plan.ChannelPlan} first. */
@NullMarked
package dev.inflight.sim.collective.plan;

import org.jspecify.annotations.NullMarked;
