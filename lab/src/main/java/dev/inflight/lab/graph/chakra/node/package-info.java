/** Nodes of traces of Chakra, of all schemas and in JSON. Read {@link dev.inflight.lab.graph.chakra.node.Nodes} first. */
@NullMarked
package dev.inflight.lab.graph.chakra.node;

import org.jspecify.annotations.NullMarked;
