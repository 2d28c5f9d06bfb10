/** Execution traces of Chakra, one file a rank, as a graph of operations. Read {@link dev.inflight.lab.graph.chakra.ChakraTrace} first. */
@NullMarked
package dev.inflight.lab.graph.chakra;

import org.jspecify.annotations.NullMarked;
