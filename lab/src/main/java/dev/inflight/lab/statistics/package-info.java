/** The definition of quantiles, for everything that computes one. Read {@link dev.inflight.lab.statistics.Quantile} first. */
@NullMarked
package dev.inflight.lab.statistics;

import org.jspecify.annotations.NullMarked;
