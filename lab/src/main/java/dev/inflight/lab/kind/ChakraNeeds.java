package dev.inflight.lab.kind;

import dev.inflight.lab.graph.chakra.GroupsFile;
import dev.inflight.lab.graph.chakra.node.ChakraNode;
import dev.inflight.lab.graph.chakra.node.Nodes;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.Notices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values that a scenario states because a Chakra trace lacks them: the file with the ranks of process groups, and the rate of a
 * GPU. Nodes with work and no duration need that rate, as symbolic_tensor_graph writes them.
 *
 * @param stated parameters of {@code trace()}
 * @param notes notes about these parameters
 */
record ChakraNeeds(Map<String, String> stated, List<String> notes) {
  /** Parameter for a file in the folder of the ranks' files. */
  static final String GROUPS = "commGroups";
  private static final String FLOPS = "100e12";
  private static final String MEMORY_BANDWIDTH = "2e12";

  /**
   * Returns the values, from the nodes of one rank: all ranks have the same kinds of nodes.
   *
   * @param first file of rank 0
   * @throws dev.inflight.lab.read.InputError if the file cannot be read
   */
  static ChakraNeeds of(Path first) {
    // The reader of the scenario repeats these warnings.
    return Notices.collect(new ArrayList<>(), () -> {
      try (Nodes nodes = Nodes.open(first, 0, GraphRoom.OF_HEAP)) {
        return of(nodes);
      }
    });
  }

  private static ChakraNeeds of(Nodes nodes) {
    var node = new ChakraNode(GraphRoom.OF_HEAP);
    boolean computes = false;
    boolean moves = false;
    boolean inGroups = false;
    while (!(computes && moves && inGroups) && nodes.next(node)) {
      boolean isTimed = node.hasDuration();
      computes |= node.type == ChakraNode.COMPUTE && !isTimed && node.work > 0;
      moves |= (node.type == ChakraNode.MEMORY_LOAD || node.type == ChakraNode.MEMORY_STORE) && !isTimed;
      inGroups |= node.type == ChakraNode.COLLECTIVE && !node.isLaunch() && node.group != null;
    }
    var stated = new LinkedHashMap<String, String>();
    var notes = new ArrayList<String>();
    if (computes) {
      stated.put("flops", FLOPS);
      notes.add("nodes have floating-point operations (num_ops) and no duration, so the scenario states flops=" + FLOPS
          + ", how many a GPU does in a second; write your own number there");
    }
    if (moves) {
      stated.put("memoryBandwidth", MEMORY_BANDWIDTH);
      notes.add("loads and stores of memory have no duration, so the scenario states memoryBandwidth=" + MEMORY_BANDWIDTH
          + ", in bytes a second; write your own number there");
    }
    if (inGroups) {
      Optional<Path> groups = GroupsFile.beside(nodes.path());
      groups.ifPresent(file -> {
        stated.put(GROUPS, file.toString());
        notes.add("the ranks of process groups are read from " + file.getFileName() + " beside the trace");
      });
    }
    return new ChakraNeeds(stated, notes);
  }
}
