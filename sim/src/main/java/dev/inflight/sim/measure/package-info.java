/**
 * Values that a run counts of its ports, flows and switches, each declared once: {@link dev.inflight.sim.measure.PortValue}
 * first. Results and processes of a run read these declarations.
 */
@NullMarked
package dev.inflight.sim.measure;

import org.jspecify.annotations.NullMarked;
