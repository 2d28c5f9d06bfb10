package dev.inflight.lab.files;

import dev.inflight.lab.read.Tokens;
import java.util.List;

/**
 * The header of SimAI's topology file: {@code nodes gpus-per-server NVSwitches switches links GPU}. What follows is as in the HPCC authors'
 * format. NVSwitches are switches, listed with the others; all other nodes are GPUs, which are hosts.
 */
final class SimAiTopology {
  static final int HEADER_WORDS = 6;
  private static final String HEADER = "nodes gpus-per-server NVSwitches switches links GPU";

  private SimAiTopology() {
  }

  /** The same as a header of the HPCC authors' file, {@code nodes switches links}. */
  static Tokens plainHeader(Tokens first) {
    first.require(HEADER_WORDS, HEADER);
    int nodes = first.whole(0, "number of nodes", 1, TopologyFile.MAX_NODES);
    int gpusPerServer = first.whole(1, "number of GPUs in a server", 1, nodes);
    int nvSwitches = first.whole(2, "number of NVSwitches", 0, nodes);
    int switches = first.whole(3, "number of switches", 0, nodes);
    long links = first.whole(4, "number of links", 0, Long.MAX_VALUE);
    int gpus = nodes - nvSwitches - switches;
    if (gpus < 0) {
      throw first.place().error(nvSwitches + " NVSwitches and " + switches + " switches are more than all " + nodes + " nodes");
    }
    if (gpus % gpusPerServer != 0) {
      throw first.place().error(nodes + " nodes without " + nvSwitches + " NVSwitches and " + switches + " switches are " + gpus
          + " GPUs, which do not fill servers of " + gpusPerServer);
    }
    return new Tokens(first.place(),
        List.of(Integer.toString(nodes), Integer.toString(nvSwitches + switches), Long.toString(links)));
  }
}
