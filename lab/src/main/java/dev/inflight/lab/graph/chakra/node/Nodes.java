package dev.inflight.lab.graph.chakra.node;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Path;

/** Reader of the nodes of one rank's file, one after the other. */
public interface Nodes extends AutoCloseable {
  /**
   * Opens a file of any {@link TraceForm}.
   *
   * @param room limit of the graph's size, the same as for the nodes
   */
  static Nodes open(Path path, int rank, GraphRoom room) {
    return switch (TraceForm.of(path)) {
      case JSON -> new JsonNodes(path, rank);
      case LEGACY -> LegacyNodes.open(path, rank, room);
      case CURRENT -> new NodeStream(path, rank);
    };
  }

  /**
   * Rejects a file that is no trace of Chakra but the input of a tool that makes such traces.
   *
   * @throws InputError when it is such a file, or cannot be read
   */
  static void refuseForeign(Path path) {
    TraceForm.of(path);
  }

  /** Reads the next node; false when there is none. */
  boolean next(ChakraNode node);

  /** The file. */
  Path path();

  /** The rank of the file. */
  int rank();

  @Override
  void close();

  /** Returns the error to throw for an invalid node. */
  default InputError error(long node, String what) {
    return SourceLocation.of(path()).error("rank " + rank() + ", node " + Long.toUnsignedString(node) + ": " + what);
  }
}
