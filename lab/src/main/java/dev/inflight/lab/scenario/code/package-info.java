/** Code that a scenario names, or that it was run with: {@link dev.inflight.lab.scenario.code.ScenarioCode}. */
@NullMarked
package dev.inflight.lab.scenario.code;

import org.jspecify.annotations.NullMarked;
