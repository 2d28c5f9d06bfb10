package dev.inflight.lab.graph;

import dev.inflight.lab.files.InFile;
import dev.inflight.lab.graph.chakra.ChakraTrace;
import dev.inflight.lab.graph.chakra.Rates;
import dev.inflight.lab.graph.goal.GoalOptions;
import dev.inflight.lab.graph.goal.GoalTrace;
import dev.inflight.lab.graph.matrix.MatrixFile;
import dev.inflight.lab.graph.matrix.StartUnit;
import dev.inflight.lab.graph.step.CollectiveOptions;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.collective.ServerChoice;
import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.sim.script.Script;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import dev.inflight.sim.workload.job.JobPlace;
import dev.inflight.telemetry.util.Check;
import dev.inflight.telemetry.util.SplitMix;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The operations of a parallel program's ranks, from a trace file of another simulator.
 *
 * @param path the file
 * @param format format of the file
 * @param hosts which hosts the ranks run on
 * @param first position of rank 0's host among the hosts, for hosts linear, 0 or more
 * @param scale factor of all computation times, above 0 to 1000000
 * @param startUnit connection matrices: unit of start times
 * @param nics GOAL: hosts of each rank, one for each of its NICs, 1 to 256; 1: all NICs of a rank belong to one host
 * @param passes AICB: number of forward and backward passes, 1 to 1000000
 * @param ranks AICB: number of ranks, if the file's header has no all_gpus, 0 to 1000000; 0: as many as hosts
 * @param gpusPerServer AICB: number of tensor-parallel ranks, if the header has no model_parallel_NPU_group, 0 to 1000000; 0: the
 *   header has it
 * @param ep AICB: number of ranks with different experts, if the header has no ep, 0 to 1000000; 0: the header has it
 * @param pp AICB: number of pipeline stages, if the header has no pp, 0 to 1000000; 0: the header has it
 * @param ga AICB: number of micro-batches in a step, if the header has no ga, 0 to 1000000; 0: the header has it
 * @param ppCommBytes AICB: bytes that a rank sends to the next stage for a micro-batch, if the header has no pp_comm, 0 or more;
 *   0: the header has it
 * @param layers AICB: number of layers to read, 0 to 1000000000; 0: all layers of the file
 * @param flops Chakra: floating-point operations of a GPU per second, for nodes without a duration; 0: such nodes are an error
 * @param memoryBandwidth Chakra: bytes per second of loads and stores without a duration; 0: they take no time
 * @param commGroups Chakra: a file that lists the ranks of process groups; empty: none
 * @param algorithm Chakra and AICB: algorithm of the collectives that support it; usual: roughly the choice of NCCL
 * @param channels Chakra and AICB: equal parts of a collective's buffer, each on connections of its own, 0 to 64; 0: the default
 *   of the algorithm
 * @param chunkBytes Chakra and AICB: size of the chunks in which data goes from rank to rank, 0 or more; 0: the default of the
 *   algorithm
 * @param job name of the job in results; empty: the name of the file
 * @param startPs start of the trace; with after, the delay after that job's end
 * @param after name of an earlier workload's job that has to end first; empty: none
 * @param priority priority, 1 to 7
 * @param port UDP destination port
 */
public record TraceFlows(String path, TraceFormat format, TraceHosts hosts, int first, double scale, StartUnit startUnit,
    int nics, int passes, int ranks, int gpusPerServer, int ep, int pp, int ga, long ppCommBytes, int layers, double flops,
    double memoryBandwidth, String commGroups, String algorithm, int channels, long chunkBytes, String job, long startPs,
    String after, int priority, int port) implements Workload, InFile<Workload> {
  public static final TraceFlows DEFAULT = new TraceFlows("", TraceFormat.BY_NAME, TraceHosts.LINEAR, 0, 1, StartUnit.PS, 1, 1, 0,
      0, 0, 0, 0, 0, 0, 0, 0, "", ServerChoice.USUAL, 0, 0, "", 0, "", 3, 500);

  private static final int MOST_RANKS = 1_000_000;
  private static final int MOST_LAYERS = 1_000_000_000;

  /** Checks the ranges. */
  public TraceFlows {
    if (first > 0 && hosts != TraceHosts.LINEAR) {
      throw new IllegalArgumentException("first " + first + " is for linear hosts only");
    }
    Check.positive("scale", scale, 1e6);
    Check.check("nics", nics, 1, 256);
    Check.check("passes", passes, 1, 1_000_000);
    Check.check("ranks", ranks, 0, MOST_RANKS);
    Check.check("gpusPerServer", gpusPerServer, 0, MOST_RANKS);
    Check.check("ep", ep, 0, MOST_RANKS);
    Check.check("pp", pp, 0, MOST_RANKS);
    Check.check("ga", ga, 0, MOST_RANKS);
    Check.size("ppComm", ppCommBytes, 0);
    Check.check("layers", layers, 0, MOST_LAYERS);
    Check.within("flops", flops, 0, 1e21);
    Check.within("memoryBandwidth", memoryBandwidth, 0, 1e18);
    CollectiveOptions.check(algorithm, channels, chunkBytes);
    JobPlace.check(first, startPs, priority, port);
  }

  @Override
  public String name() {
    return "trace";
  }

  @Override
  public TraceFlows relativeTo(YamlNode from) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("trace needs a path, as in trace(path=ring.goal)");
    }
    return at(from.sibling(path), commGroups.isEmpty() ? commGroups : from.sibling(commGroups).toString());
  }

  @Override
  public TraceFlows absolute() {
    return at(absolute(path), commGroups.isEmpty() ? commGroups : absolute(commGroups).toString());
  }

  private static Path absolute(String named) {
    return Path.of(named).toAbsolutePath().normalize();
  }

  private TraceFlows at(Path named, String namedGroups) {
    return new TraceFlows(named.toString(), format, hosts, first, scale, startUnit, nics, passes, ranks, gpusPerServer, ep, pp,
        ga, ppCommBytes, layers, flops, memoryBandwidth, namedGroups, algorithm, channels, chunkBytes, job, startPs, after,
        priority, port);
  }

  @Override
  public String example() {
    return "trace(path=ai/pipeline.goal)";
  }

  @Override
  public void addTo(FlowTable flows, Topology topology, long seed) {
    addTo(flows, topology, seed, GraphRoom.OF_HEAP);
  }

  /** Adds the flows, within a limit of the graph's size. */
  void addTo(FlowTable flows, Topology topology, long seed, GraphRoom room) {
    TraceFormat written = written();
    var place = new JobPlace(job.isEmpty() ? String.valueOf(Path.of(path).getFileName()) : job, first, startPs, after, priority,
        port);
    int[] chosen = place.hostsFrom(ordered(topology, seed, flows.count()));
    Path file = Path.of(path);
    if (passes > 1 && written != TraceFormat.AICB) {
      throw new IllegalArgumentException(
          "passes " + passes + " is for AICB workloads only; other traces define the operations of ranks themselves");
    }
    if (hasHeaderValues() && written != TraceFormat.AICB) {
      throw new IllegalArgumentException(
          "ranks, gpusPerServer, ep, pp, ga, ppComm and layers are for AICB workloads only; other traces define them themselves");
    }
    if ((flops > 0 || memoryBandwidth > 0 || !commGroups.isEmpty()) && written != TraceFormat.CHAKRA) {
      throw new IllegalArgumentException(
          (flops > 0 ? "flops" : memoryBandwidth > 0 ? "memoryBandwidth" : "commGroups") + " is for traces of Chakra only");
    }
    refuseWaysOfCollectives(written);
    if (nics > 1 && written != TraceFormat.GOAL) {
      throw new IllegalArgumentException("nics is for GOAL schedules only; other traces do not name NICs");
    }
    if (startUnit != StartUnit.PS && written != TraceFormat.CM) {
      throw new IllegalArgumentException("startUnit is for connection matrices only; other traces have no starts");
    }
    if (written == TraceFormat.CM) {
      MatrixFile.read(file, chosen.length, startUnit, room, topology).addTo(flows, place, chosen);
      return;
    }
    if (written == TraceFormat.AICB) {
      Script script = AicbFile.read(file, new AicbOptions(chosen.length, scale, passes, ranks, gpusPerServer, ep, pp, ga,
          ppCommBytes, layers, choice(topology, chosen), room));
      flows.addJob(place, script, Arrays.copyOf(chosen, script.ranks()));
      return;
    }
    OperationGraph graph = switch (written) {
      case CHAKRA -> ChakraTrace.read(file, commGroups, chosen.length, new Rates(scale, flops, memoryBandwidth),
          choice(topology, chosen), room);
      default -> GoalTrace.read(file, new GoalOptions(chosen.length / nics, scale, nics, room));
    };
    flows.addJob(place, graph, Arrays.copyOf(chosen, graph.ranks() * graph.nics()));
  }

  private ServerChoice choice(Topology topology, int[] chosen) {
    return ServerChoice.of(topology, chosen, algorithm, channels, chunkBytes);
  }

  private void refuseWaysOfCollectives(TraceFormat written) {
    String key = channels > 0 ? "channels" : chunkBytes > 0 ? "chunk" : algorithm.equals(ServerChoice.USUAL) ? "" : "algorithm";
    if (!key.isEmpty() && written != TraceFormat.CHAKRA && written != TraceFormat.AICB) {
      throw new IllegalArgumentException(
          key + " is for the collectives of Chakra and AICB only; "
              + (written == TraceFormat.GOAL ? "GOAL schedules" : "connection matrices")
              + " have messages of ranks, and no collectives");
    }
  }

  private boolean hasHeaderValues() {
    return ranks > 0 || gpusPerServer > 0 || ep > 0 || pp > 0 || ga > 0 || ppCommBytes > 0 || layers > 0;
  }

  private TraceFormat written() {
    return format == TraceFormat.BY_NAME ? byName() : format;
  }

  /**
   * Returns a hint for a trace with start times that may have another unit.
   *
   * @param flows table with the trace's flows
   * @param before number of flows in the table before the trace's
   */
  public Optional<String> doubt(FlowTable flows, int before) {
    return written() == TraceFormat.CM ? startUnit.doubt(flows, before, startPs) : Optional.empty();
  }

  private TraceFormat byName() {
    String lower = path.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".goal") || lower.endsWith(".bin")) {
      return TraceFormat.GOAL;
    }
    if (lower.endsWith(".cm")) {
      return TraceFormat.CM;
    }
    if (lower.endsWith(".txt")) {
      return TraceFormat.AICB;
    }
    if (lower.endsWith(".et") || lower.endsWith(".et.gz") || lower.endsWith(".json")) {
      return TraceFormat.CHAKRA;
    }
    throw new IllegalArgumentException("what format has " + Quoted.of(path)
        + "? its name ends in none of .goal, .bin, .cm, .txt, .et, .et.gz and .json; write format=goal, cm, aicb or chakra");
  }

  private int[] ordered(Topology topology, long seed, int flowsBefore) {
    int[] all = topology.hosts();
    if (hosts == TraceHosts.RANDOM) {
      long state = SplitMix.mix(seed) + flowsBefore;
      for (int left = all.length; left > 1; left--) {
        state = SplitMix.mix(state + left);
        int drawn = (int) Math.unsignedMultiplyHigh(state, left);
        int moved = all[drawn];
        all[drawn] = all[left - 1];
        all[left - 1] = moved;
      }
    }
    return all;
  }
}
