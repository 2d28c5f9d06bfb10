package dev.inflight.lab.files;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Tokens;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.nio.file.Path;
import java.util.List;

/**
 * The flow file of the HPCC authors' simulator: a count, then a line a flow, {@code source destination group port bytes start},
 * where the start is in seconds.
 */
final class FlowFile {
  private static final String FLOW = "source destination priority-group port bytes start-seconds";

  private FlowFile() {
  }

  /** Adds the file's flows, in its order. */
  static void read(Path path, StartTimeStyle startAs, Topology topology, FlowTable flows) {
    List<Tokens> lines = InputText.read(path).fields();
    Tokens header = lines.getFirst();
    header.require(1, "number of flows");
    long announced = header.whole(0, "number of flows", 0, Long.MAX_VALUE);
    var endpoints = new Endpoints(topology);
    for (Tokens line : lines.subList(1, lines.size())) {
      line.require(6, FLOW);
      int source = line.whole(0, "flow source", 0, Integer.MAX_VALUE);
      int destination = line.whole(1, "flow destination", 0, Integer.MAX_VALUE);
      endpoints.check(line.place(), source, destination);
      int group = line.whole(2, "priority group", 1, 7);
      int port = line.whole(3, "port", 0, 65535);
      long bytes = line.whole(4, "flow size", 1, Long.MAX_VALUE);
      long start = line.place().check(() -> startAs.picoseconds("start", line.word(5)));
      flows.add(source, destination, group, port, bytes, start);
    }
    int found = lines.size() - 1;
    if (found != announced) {
      throw header.place().error("the number of flows is " + announced + ", found " + found);
    }
  }
}
