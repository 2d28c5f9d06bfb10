package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.ChakraNode;
import dev.inflight.lab.graph.chakra.node.Nodes;
import dev.inflight.lab.read.GraphRoom;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Names of operations in errors. Reading the file again provides them, so that names of millions of nodes need no memory. */
final class OperationNames {
  private final List<Path> files;
  private final int[] firsts;
  private final GraphRoom room;
  private int[] collectives = new int[16];
  private final List<String> names = new ArrayList<>();

  /** Creates the names. The caller fills {@code firsts} before the first error. */
  OperationNames(List<Path> files, int[] firsts, GraphRoom room) {
    this.room = room;
    this.files = files;
    this.firsts = firsts;
  }

  /** Records that operations from here on belong to this collective. */
  void beginCollective(int operation, String name) {
    if (names.size() == collectives.length) {
      collectives = Arrays.copyOf(collectives, 2 * collectives.length);
    }
    collectives[names.size()] = operation;
    names.add(name);
  }

  String of(int operation) {
    if (operation >= firsts[files.size()]) {
      int at = Arrays.binarySearch(collectives, 0, names.size(), operation);
      return "a message of " + names.get(at >= 0 ? at : -at - 2);
    }
    int rank = rank(operation);
    int behind = operation - firsts[rank];
    var node = new ChakraNode(room);
    try (var nodes = Nodes.open(files.get(rank), rank, room)) {
      while (nodes.next(node)) {
        behind -= RankReader.operations(node);
        if (behind < 0) {
          return "rank " + rank + ", node " + Long.toUnsignedString(node.id);
        }
      }
    }
    return "rank " + rank;
  }

  /** Returns the file of an operation; for a message of a collective, which has several, that of rank 0. */
  Path fileOf(int operation) {
    return files.get(operation >= firsts[files.size()] ? 0 : rank(operation));
  }

  private int rank(int operation) {
    int rank = files.size() - 1;
    while (firsts[rank] > operation) {
      rank--;
    }
    return rank;
  }
}
