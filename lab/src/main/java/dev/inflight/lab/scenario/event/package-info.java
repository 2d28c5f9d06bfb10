/**
 * The key {@code events} of scenarios: what each state takes, how it is read and written, and what it is called in sentences. Read {@link EventStates}
 * first: a new state is one line there.
 */
@NullMarked
package dev.inflight.lab.scenario.event;

import org.jspecify.annotations.NullMarked;
