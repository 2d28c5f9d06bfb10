/** Scenario keys of switches' and NICs' rules: readers and writers. Start with {@link WatchdogText}. */
@NullMarked
package dev.inflight.lab.scenario.switches;

import org.jspecify.annotations.NullMarked;
