package dev.inflight.sim.collective.plan;

/**
 * How a collective library moves bytes from GPU to GPU, with the latencies of NCCL's tuner in microseconds (NVIDIA/nccl 2.30.7,
 * src/graph/tuning.cc): what a collective takes before its first message, and what a GPU takes for each message that it passes on.
 */
public enum CollectiveProtocol {
  /** Messages take what the network takes. */
  NONE(0, 0, 0, 1, 0, 0, 0, 1, 1),
  /** A flag of 4 bytes with each 4 bytes of data. */
  LL(6.6, 0.6, 2.7, 0.5, 6.8, 0.6, 5.0, 1 / 3.8, 2),
  /** A flag of 8 bytes with each 120 bytes of data. */
  LL128(14.0, 1.9, 4.0, 0.92, 14.0, 1.25, 8.5, 120 / 128.0, 128 / 120.0),
  /** Data alone, with a synchronization for each chunk. */
  SIMPLE(8.4, 3.4, 14.0, 1, 8.4, 4.0, 14.0, 1, 1);

  /** By NVLink SHARP: in the server, for both of its phases, and for each hop between servers. */
  private static final double NVLS_INSIDE_US = 25;
  private static final double NVLS_OUTSIDE_US = 20.9;
  /** What latencies of rings over several servers grow by with {@link #SIMPLE}. */
  private static final double SEVERAL_SERVERS = 1.4;

  /**
   * Latencies in microseconds.
   *
   * @param baseUs once
   * @param insideUs of a message within a server
   * @param outsideUs of one between servers
   */
  public record Latencies(double baseUs, double insideUs, double outsideUs) {
    Latencies times(double factor) {
      return new Latencies(baseUs * factor, insideUs * factor, outsideUs * factor);
    }
  }

  private final Latencies ring;
  private final double ringShare;
  private final Latencies tree;
  private final double treeShare;
  private final double wireBytes;

  CollectiveProtocol(double ringBaseUs, double ringInsideUs, double ringOutsideUs, double ringShare, double treeBaseUs,
      double treeInsideUs, double treeOutsideUs, double treeShare, double wireBytes) {
    ring = new Latencies(ringBaseUs, ringInsideUs, ringOutsideUs);
    this.ringShare = ringShare;
    tree = new Latencies(treeBaseUs, treeInsideUs, treeOutsideUs);
    this.treeShare = treeShare;
    this.wireBytes = wireBytes;
  }

  /** What a ring takes by the tuner, and each algorithm that passes messages on as it does. */
  Latencies ring() {
    return ring;
  }

  /** The share of the rate that a ring has by the tuner. */
  double ringShare() {
    return ringShare;
  }

  /** What trees take by the tuner. */
  Latencies tree() {
    return tree;
  }

  /** The share of the rate that trees have by the tuner. */
  double treeShare() {
    return treeShare;
  }

  /** What an algorithm takes among members. */
  public Latencies latencies(String algorithm, ServerGroups servers) {
    if (this == NONE) {
      return ring;
    }
    return switch (algorithm) {
      case "tree", "double-tree" -> tree;
      case "nvls" -> new Latencies(0, NVLS_INSIDE_US / 2, NVLS_OUTSIDE_US);
      default -> this == SIMPLE && servers.count() > 1 && servers.most() > 1 ? ring.times(SEVERAL_SERVERS) : ring;
    };
  }

  /** Bytes that go over links for so many bytes of data. */
  public long wireBytes(long dataBytes) {
    return wireBytes == 1 ? dataBytes : (long) StrictMath.ceil(dataBytes * wireBytes);
  }
}
