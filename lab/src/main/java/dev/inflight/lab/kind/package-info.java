/**
 * What a file is that is no scenario: a topology, flows, sizes or a trace that a scenario names. Read {@link FileKind} first.
 */
@NullMarked
package dev.inflight.lab.kind;

import org.jspecify.annotations.NullMarked;
