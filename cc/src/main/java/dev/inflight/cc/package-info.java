/**
 * Congestion control of one flow: {@link Feedback} is the input, a window and a pace are the output. Read {@link Scheme} first,
 * which creates a {@link CongestionControl} per flow.
 */
@NullMarked
package dev.inflight.cc;

import org.jspecify.annotations.NullMarked;
