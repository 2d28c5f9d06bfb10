package dev.inflight.sim.record;

import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;

/**
 * A port at one time of the series.
 *
 * @param nowPs the time, in picoseconds
 * @param port the port
 * @param counts its counts so far
 * @param rates rate of each value that has one, in bits per second since the sample before
 */
public record PortSample(long nowPs, PortName port, MeasuredValues<PortValue> counts, MeasuredValues<PortValue> rates) {
}
