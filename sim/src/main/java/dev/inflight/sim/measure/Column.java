package dev.inflight.sim.measure;

import dev.inflight.net.measure.MeasureUnit;

/**
 * A column of a table of results.
 *
 * @param name its name, which ends in the unit in tables
 * @param unit unit of the counted values
 * @param meaning meaning of the values, for documentation
 */
public record Column(String name, MeasureUnit unit, String meaning) {
}
