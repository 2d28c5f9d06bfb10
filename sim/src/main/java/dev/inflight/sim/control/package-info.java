/** Congestion controls that are not the program's own, checked at each call: {@link dev.inflight.sim.control.CheckedControl}. */
@NullMarked
package dev.inflight.sim.control;

import org.jspecify.annotations.NullMarked;
