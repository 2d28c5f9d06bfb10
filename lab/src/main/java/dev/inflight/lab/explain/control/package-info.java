/** Decisions of a flow's congestion control, and the signals that caused them. */
@NullMarked
package dev.inflight.lab.explain.control;

import org.jspecify.annotations.NullMarked;
