/** The outcome of a run in words for the screen: begin with {@link SummaryText}. */
@NullMarked
package dev.inflight.lab.report;

import org.jspecify.annotations.NullMarked;
