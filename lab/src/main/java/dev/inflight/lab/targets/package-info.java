/** Targets of scenarios: what each means, and whether a run meets it. Read {@link Target} first. */
@NullMarked
package dev.inflight.lab.targets;

import org.jspecify.annotations.NullMarked;
