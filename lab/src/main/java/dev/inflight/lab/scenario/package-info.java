/**
 * Scenarios: read from YAML, validated, written back. Start with {@link Scenario}; {@link Catalog} lists the values of each axis.
 */
@NullMarked
package dev.inflight.lab.scenario;

import org.jspecify.annotations.NullMarked;
