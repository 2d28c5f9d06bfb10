package dev.inflight.sim.symmetry;

import dev.inflight.net.route.Cabling;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.graph.Job;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Symmetry of a run: a shift by some hosts maps fabric and traffic onto themselves, so each block of hosts does the same at the
 * same time. Only the first block is simulated. Its messages to the next block arrive at the first block, as those of the last
 * block would.
 *
 * <p>This is exact for rings of equal messages on equal cables, if nothing is random and all messages between blocks take the only
 * shortest path over one shared switch. All packets to and from a host of the next block then cross one cable, in the order in
 * which they would cross the cable of its image, so packets of several blocks are never due at the same port at the same time. A
 * shared switch holds the packets of all blocks, of which only one is simulated.
 */
public final class Symmetry {
  private static final int LEAST_BLOCKS = 2;
  /** Usual gain, in packet-hops, of runs that skip the periods of a ring with one channel. */
  private static final int MOST_OF_PERIODS = 16;
  /**
   * Effect of messages that differ by a byte, by which blocks drift apart: rings of 256 MB and 1000 B ended 0.03 % early on 64 GPUs
   * and 0.32 % early on 512, and other rings differed by less.
   */
  private static final double UNEQUAL_ERROR = 0.004;

  private final FabricShift fabric;
  private final RingShift ring;
  private final FlowTable flows;

  private Symmetry(FabricShift fabric, RingShift ring, FlowTable flows) {
    this.fabric = fabric;
    this.ring = ring;
    this.flows = flows;
  }

  /**
   * Returns the symmetry with the smallest block, of a run without random numbers and events.
   *
   * @param flows all flows of the run, in order of their starts
   * @param payloadBytes payload of a full packet
   * @return null if there is none
   */
  public static @Nullable Symmetry of(Topology topology, FlowTable flows, int payloadBytes) {
    List<Job> jobs = flows.jobs();
    if (jobs.size() != 1 || flows.timedRows().findAny().isPresent() || !RingShift.isPossible(jobs.getFirst())) {
      return null;
    }
    Job job = jobs.getFirst();
    int[] hosts = topology.hosts();
    if (!Arrays.equals(job.hosts(), hosts)) {
      return null;
    }
    var cabling = new Cabling(topology);
    return IntStream.rangeClosed(2, hosts.length / LEAST_BLOCKS).filter(block -> hosts.length % block == 0)
        .mapToObj(block -> of(cabling, job, block, payloadBytes, flows)).filter(found -> found != null).findFirst().orElse(null);
  }

  private static @Nullable Symmetry of(Cabling cabling, Job job, int block, int payloadBytes, FlowTable flows) {
    FabricShift fabric = FabricShift.of(cabling, block);
    RingShift ring = fabric == null ? null : RingShift.of(job, block, payloadBytes);
    if (fabric == null || ring == null) {
      return null;
    }
    var paths = new OnlyPath(cabling);
    return Arrays.stream(ring.pairs()).allMatch(pair -> isSamePath(fabric, paths, ring.host(pair[0]), ring.host(pair[1])))
        ? new Symmetry(fabric, ring, flows)
        : null;
  }

  /** True if messages to a host take the same ports as those to its image in the first block, and return likewise. */
  private static boolean isSamePath(FabricShift fabric, OnlyPath paths, int from, int to) {
    int image = fabric.representative(to);
    return image != from && isSame(fabric, paths.between(from, to), paths.between(from, image))
        && isSame(fabric, paths.between(to, from), paths.between(image, from));
  }

  private static boolean isSame(FabricShift fabric, int @Nullable [] path, int @Nullable [] image) {
    return path != null && image != null && Arrays.stream(path).noneMatch(fabric::isBetweenShared)
        && Arrays.equals(Arrays.stream(path).map(fabric::representativePort).toArray(), image);
  }

  /**
   * True if a simulation of one block is faster than one that skips periods: rings of several channels have hardly any periods, and
   * those of one channel have some.
   */
  public boolean isFastest() {
    return ring.channels() > 1 || blocks() >= MOST_OF_PERIODS;
  }

  /** Expected relative error of the job's duration: 0 if all blocks do exactly the same at the same time. */
  public double error() {
    return ring.isExact() ? 0 : UNEQUAL_ERROR;
  }

  /** Number of blocks, which each do the same: 2 or more. */
  public int blocks() {
    return fabric.blocks();
  }

  /** Hosts of a block. */
  public int hosts() {
    return fabric.block();
  }

  /** True if a host is simulated. */
  public boolean isSimulated(int host) {
    return fabric.isFirst(host);
  }

  /** True if a switch has traffic of all blocks. */
  public boolean isShared(int node) {
    return fabric.isShared(node);
  }

  /** The host that represents another one. */
  public int representative(int host) {
    return fabric.representative(host);
  }

  /** The rank that represents another one. */
  public int representativeRank(int rank) {
    return rank % fabric.block();
  }

  /** The port that represents another one, by number. */
  public int representativePort(int port) {
    return fabric.representativePort(port);
  }

  /** The port that does the same as a simulated one, some blocks further. */
  public int port(int port, int blocks) {
    return fabric.port(port, blocks);
  }

  /** The row of the message that does the same as that of a simulated row, some blocks further. */
  public int row(int row, int blocks) {
    return blocks == 0 ? row : ring.row(flows.message(row), row, blocks);
  }

  /** The message that arrives in a simulated host when this one, from a simulated host, has arrived. */
  public int arrivesAs(int message) {
    return ring.arrivesAs(message);
  }
}
