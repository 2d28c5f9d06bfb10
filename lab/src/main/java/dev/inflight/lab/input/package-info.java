/** Reads input files, YAML or configurations of the authors' simulator, into scenarios. Start with {@link ScenarioReader}. */
@NullMarked
package dev.inflight.lab.input;

import org.jspecify.annotations.NullMarked;
