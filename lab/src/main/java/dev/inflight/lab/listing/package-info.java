/** Descriptions of schemes, topologies, results and the like for {@code inflight list}. Read {@link Listed} first. */
@NullMarked
package dev.inflight.lab.listing;

import org.jspecify.annotations.NullMarked;
