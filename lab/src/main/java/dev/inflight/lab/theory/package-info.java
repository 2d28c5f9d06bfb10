/**
 * Models of the HPCC paper's Appendix A, with numeric rates and links without packets. Start with {@link SharedLinks};
 * {@link RateRecursion} and {@link AlphaFairRecursion} compute rates, and {@link StepFairness} the effect of the additive step.
 */
@NullMarked
package dev.inflight.lab.theory;

import org.jspecify.annotations.NullMarked;
