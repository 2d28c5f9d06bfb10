/**
 * A fabric in parts that run side by side, each in a thread of its own: {@link Division} says how it is cut, {@link DividedLoop} runs the parts
 * in windows of simulated time, and {@link PartRecords} brings what is recorded into one order.
 */
@NullMarked
package dev.inflight.sim.parts;

import org.jspecify.annotations.NullMarked;
