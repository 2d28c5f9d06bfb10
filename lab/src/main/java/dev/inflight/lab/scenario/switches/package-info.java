/** Keys of scenarios with rules of switches and NICs as values, read and written. Read {@link WatchdogText} first. */
@NullMarked
package dev.inflight.lab.scenario.switches;

import org.jspecify.annotations.NullMarked;
