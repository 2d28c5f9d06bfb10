package dev.inflight.sim.record;

import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;

/**
 * A port at one time of the series.
 *
 * @param nowPs the time, in picoseconds
 * @param port the port
 * @param counts what was counted of it so far
 * @param rates of each value that has a rate, in bits per second since the sample before
 */
public record PortSample(long nowPs, PortName port, MeasuredValues<PortValue> counts, MeasuredValues<PortValue> rates) {
}
