/** Execution traces of Chakra as graphs of operations. Read {@link dev.inflight.lab.graph.chakra.ChakraTrace} first. */
@NullMarked
package dev.inflight.lab.graph.chakra;

import org.jspecify.annotations.NullMarked;
