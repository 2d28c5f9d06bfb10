/**
 * The key {@code events} of scenarios: entries of each state, their reading and writing, and sentences about events. Read
 * {@link EventStates} first: a new state is one line there.
 */
@NullMarked
package dev.inflight.lab.scenario.event;

import org.jspecify.annotations.NullMarked;
