/** Which parameters a fabric and its traffic need, and what a short simulation says of them. */
@NullMarked
package dev.inflight.lab.advice;

import org.jspecify.annotations.NullMarked;
