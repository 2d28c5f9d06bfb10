/**
 * Definition of quantiles and their confidence intervals, for all code that computes them. Start with
 * {@link dev.inflight.lab.statistics.Quantile}.
 */
@NullMarked
package dev.inflight.lab.statistics;

import org.jspecify.annotations.NullMarked;
