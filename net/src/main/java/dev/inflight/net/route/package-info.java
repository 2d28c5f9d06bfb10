/** Shortest paths, and which of several a flow takes (ECMP). Read {@link Routes} first. */
@NullMarked
package dev.inflight.net.route;

import org.jspecify.annotations.NullMarked;
