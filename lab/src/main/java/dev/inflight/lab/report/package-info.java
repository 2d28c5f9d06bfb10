/** The outcome of a run in words for the screen: start with {@link SummaryText}. */
@NullMarked
package dev.inflight.lab.report;

import org.jspecify.annotations.NullMarked;
