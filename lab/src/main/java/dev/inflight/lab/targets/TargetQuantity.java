package dev.inflight.lab.targets;

import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run that a target bounds.
 *
 * @param meaning meaning in words
 * @param unit unit of the value
 * @param value returns its value in a run; null if the run has none
 */
record TargetQuantity(String meaning, TargetUnit unit, Function<JudgedRun, @Nullable BigDecimal> value) {
}
