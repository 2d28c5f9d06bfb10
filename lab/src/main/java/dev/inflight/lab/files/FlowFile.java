package dev.inflight.lab.files;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Tokens;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.nio.file.Path;
import java.util.List;

/**
 * The flow file of the HPCC authors' simulator: a count, then a line a flow, {@code source destination priority port bytes start},
 * where the start is in seconds. Files of ConWeave's simulator lack the port: five columns.
 */
final class FlowFile {
  private static final String FLOW = "source destination priority port bytes start-seconds";
  private static final String WITHOUT_PORT = "source destination priority bytes start-seconds";
  private static final int COLUMNS = 6;
  /** What results tell these flows by; the port of other workloads. */
  private static final int PORT = 100;

  private FlowFile() {
  }

  /** Adds the file's flows, in its order. */
  static void read(Path path, StartTimeStyle startAs, Topology topology, FlowTable flows) {
    List<Tokens> lines = InputText.read(path).fields();
    Tokens header = lines.getFirst();
    header.require(1, "number of flows");
    long announced = header.whole(0, "number of flows", 0, Long.MAX_VALUE);
    var endpoints = new Endpoints(topology);
    boolean withPort = lines.size() < 2 || lines.subList(1, lines.size()).stream().anyMatch(line -> line.count() != COLUMNS - 1);
    int behindPort = withPort ? 4 : 3;
    for (Tokens line : lines.subList(1, lines.size())) {
      line.require(withPort ? COLUMNS : COLUMNS - 1, withPort ? FLOW : WITHOUT_PORT);
      int source = line.whole(0, "flow source", 0, Integer.MAX_VALUE);
      int destination = line.whole(1, "flow destination", 0, Integer.MAX_VALUE);
      endpoints.check(line.place(), source, destination);
      int priority = line.whole(2, "priority", 1, 7);
      int port = withPort ? line.whole(3, "port", 0, 65535) : PORT;
      long bytes = line.whole(behindPort, "flow size", 1, Long.MAX_VALUE);
      long start = line.place().check(() -> startAs.picoseconds("start", line.word(behindPort + 1)));
      flows.add(source, destination, priority, port, bytes, start);
    }
    int found = lines.size() - 1;
    if (found != announced) {
      throw header.place().error("the number of flows is " + announced + ", found " + found);
    }
  }
}
