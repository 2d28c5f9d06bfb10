/** What {@code inflight list} says of schemes, topologies, results and the like. Read {@link Listed} first. */
@NullMarked
package dev.inflight.lab.listing;

import org.jspecify.annotations.NullMarked;
