/** Advice on the parameters that a fabric and its traffic need, and a short simulation of it. */
@NullMarked
package dev.inflight.lab.advice;

import org.jspecify.annotations.NullMarked;
