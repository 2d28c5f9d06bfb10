/** What a flow's congestion control decided, and at what. */
@NullMarked
package dev.inflight.lab.explain.control;

import org.jspecify.annotations.NullMarked;
