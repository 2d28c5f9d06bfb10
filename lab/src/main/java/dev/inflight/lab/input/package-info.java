/**
 * Any input file, YAML or a configuration of the authors' simulator, into a scenario: start with
 * {@link ScenarioReader}.
 */
@NullMarked
package dev.inflight.lab.input;

import org.jspecify.annotations.NullMarked;
