/** What a path says about itself, and its bytes: per-hop records and the wire formats that carry them. */
@NullMarked
package dev.inflight.telemetry;

import org.jspecify.annotations.NullMarked;
