/**
 * Any input file, YAML or a configuration of the authors' simulator, into a scenario: begin with
 * {@link ScenarioReader}.
 */
@NullMarked
package dev.inflight.lab.input;

import org.jspecify.annotations.NullMarked;
