package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Path;
import java.util.Locale;

/** The nodes of one rank's file, one after the other. */
interface Nodes extends AutoCloseable {
  /** Opens a file, which is JSON where its name ends so. */
  static Nodes open(Path path, int rank) {
    return path.toString().toLowerCase(Locale.ROOT).endsWith(".json") ? new JsonNodes(path, rank) : new NodeStream(path, rank);
  }

  /** Reads the next node; false when there is none. */
  boolean next(ChakraNode node);

  Path path();

  int rank();

  @Override
  void close();

  /** The error to throw when a node is wrong. */
  default InputError error(long node, String what) {
    return SourceLocation.of(path()).error("rank " + rank() + ", node " + Long.toUnsignedString(node) + ": " + what);
  }
}
