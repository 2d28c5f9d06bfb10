/**
 * The definition of quantiles and of their confidence intervals, for everything that computes one. Read {@link dev.inflight.lab.statistics.Quantile}
 * first.
 */
@NullMarked
package dev.inflight.lab.statistics;

import org.jspecify.annotations.NullMarked;
