package dev.inflight.lab.targets;

import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that a run gives and a target bounds.
 *
 * @param meaning what it is, in words
 * @param unit what it is measured in
 * @param value its value in a run; null when the run gives none
 */
record TargetQuantity(String meaning, TargetUnit unit, Function<JudgedRun, @Nullable BigDecimal> value) {
}
