/**
 * A fabric in parts that run in parallel, each in one thread: {@link Division} decides the parts, {@link DividedLoop} runs them
 * in windows of simulated time, and {@link PartRecords} puts their records into one order.
 */
@NullMarked
package dev.inflight.sim.parts;

import org.jspecify.annotations.NullMarked;
