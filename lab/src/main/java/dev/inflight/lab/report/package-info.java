/** Screen text about a run's outcome. Start with {@link SummaryText}. */
@NullMarked
package dev.inflight.lab.report;

import org.jspecify.annotations.NullMarked;
