/** Results of a run's targets. Start with {@link TargetResult}. */
@NullMarked
package dev.inflight.lab.result.targets;

import org.jspecify.annotations.NullMarked;
