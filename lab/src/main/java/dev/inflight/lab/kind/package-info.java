/** Kinds of files other than scenarios: topologies, flows, sizes and traces that scenarios name. Read {@link FileKind} first. */
@NullMarked
package dev.inflight.lab.kind;

import org.jspecify.annotations.NullMarked;
