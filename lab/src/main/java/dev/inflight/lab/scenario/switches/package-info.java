/** Keys of scenarios whose values are rules of switches and NICs, read and written. Read {@link WatchdogText} first. */
@NullMarked
package dev.inflight.lab.scenario.switches;

import org.jspecify.annotations.NullMarked;
