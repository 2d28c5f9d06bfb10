package dev.inflight.sim.record;

import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.FlowValue;

/**
 * A flow at one time of the series. A flow has samples from the first one after its start to the first one after its end.
 *
 * @param nowPs the time, in picoseconds
 * @param flow the flow's number in the run
 * @param counts its values
 * @param rates rate of each value that has one, in bits per second since the sample before
 */
public record FlowSample(long nowPs, int flow, MeasuredValues<FlowValue> counts, MeasuredValues<FlowValue> rates) {
}
