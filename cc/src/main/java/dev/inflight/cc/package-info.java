/**
 * One flow's decision: facts in, a window and a pace out. Read {@link Scheme} first, which makes a
 * {@link CongestionControl} for a flow; {@link Feedback} is all that it receives.
 */
@NullMarked
package dev.inflight.cc;

import org.jspecify.annotations.NullMarked;
