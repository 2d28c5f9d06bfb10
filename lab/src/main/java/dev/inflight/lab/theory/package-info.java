/**
 * The models of the HPCC paper's Appendix A in which rates are numbers and links have no packets. Read {@link SharedLinks} first;
 * {@link RateRecursion} and {@link AlphaFairRecursion} move rates over them, {@link StepFairness} says what the additive step does.
 */
@NullMarked
package dev.inflight.lab.theory;

import org.jspecify.annotations.NullMarked;
