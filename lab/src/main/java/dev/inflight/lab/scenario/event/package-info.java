/**
 * Key {@code events} of scenarios: keys of each state, reading and writing, and sentences about events. Start with
 * {@link EventStates}: a new state is one line there.
 */
@NullMarked
package dev.inflight.lab.scenario.event;

import org.jspecify.annotations.NullMarked;
