/**
 * Models of the HPCC paper's Appendix A in which rates are numbers and links have no packets. Read {@link SharedLinks} first;
 * {@link RateRecursion} and {@link AlphaFairRecursion} compute rates over them, {@link StepFairness} the effect of the additive step.
 */
@NullMarked
package dev.inflight.lab.theory;

import org.jspecify.annotations.NullMarked;
