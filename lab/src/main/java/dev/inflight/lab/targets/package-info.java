/** Targets of scenarios: their meanings, and whether runs meet them. Start with {@link Target}. */
@NullMarked
package dev.inflight.lab.targets;

import org.jspecify.annotations.NullMarked;
