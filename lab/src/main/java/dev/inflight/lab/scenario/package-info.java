/** Scenarios: read from YAML, validated, written back. Read {@link Scenario} first; {@link Catalog} holds the list of each axis. */
@NullMarked
package dev.inflight.lab.scenario;

import org.jspecify.annotations.NullMarked;
