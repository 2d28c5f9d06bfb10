/**
 * Control of one flow: facts in, a window and a pace out. Read {@link Scheme} first, which creates a {@link CongestionControl} for a flow;
 * {@link Feedback} is its only input.
 */
@NullMarked
package dev.inflight.cc;

import org.jspecify.annotations.NullMarked;
