package dev.inflight.sim.collective.plan;

/**
 * Protocol by which a collective library moves bytes from GPU to GPU, with the latencies of NCCL's tuner in microseconds
 * (NVIDIA/nccl 2.30.7, src/graph/tuning.cc): time of a collective before its first message, and of a GPU for each message that it
 * forwards.
 */
public enum CollectiveProtocol {
  /** No additional time and no additional bytes. */
  NONE(0, 0, 0, 1, 0, 0, 0, 1, 1, new Kernel(0, 0, ChannelPlan.CHUNK_BYTES, 1)),
  /** A flag of 4 bytes for each 4 bytes of data. */
  LL(6.6, 0.6, 2.7, 0.5, 6.8, 0.6, 5.0, 1 / 3.8, 2, new Kernel(1, 0, 64 << 10, 1)),
  /** A flag of 8 bytes for each 120 bytes of data. */
  LL128(14.0, 1.9, 4.0, 0.92, 14.0, 1.25, 8.5, 120 / 128.0, 128 / 120.0, new Kernel(2, 50, 600 << 10, 1)),
  /** No flags, but a synchronization for each chunk. */
  SIMPLE(8.4, 3.4, 14.0, 1, 8.4, 4.0, 14.0, 1, 1, new Kernel(6, 0, 1 << 20, 2));

  /**
   * Forwarding by a GPU's kernel of one channel.
   *
   * @param us time for each slice, in microseconds (Demystifying NCCL, arXiv 2507.04786, table 1: latency of a hop)
   * @param psPerByte time for each byte before it can be forwarded, in picoseconds; 0 if data is forwarded while it arrives. The
   *     tuner's largest rate of a channel before Hopper is 20 GB/s
   * @param sliceBytes the most bytes of a slice, on the wire: of a buffer's eight slots one, or two by halves of a chunk
   * @param slices least number of slices of a ring step's data
   */
  private record Kernel(double us, long psPerByte, long sliceBytes, int slices) {
  }

  /** By NVLink SHARP: in the server, for both of its phases, and for each hop between servers. */
  private static final double NVLS_INSIDE_US = 25;
  private static final double NVLS_OUTSIDE_US = 20.9;
  /** Factor of ring latencies over several servers with {@link #SIMPLE}. */
  private static final double SEVERAL_SERVERS = 1.4;

  /**
   * Latencies in microseconds.
   *
   * @param baseUs latency of a collective before its first message
   * @param insideUs latency of a message within a server
   * @param outsideUs latency of a message between servers
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
  private final Kernel kernel;

  CollectiveProtocol(double ringBaseUs, double ringInsideUs, double ringOutsideUs, double ringShare, double treeBaseUs,
      double treeInsideUs, double treeOutsideUs, double treeShare, double wireBytes, Kernel kernel) {
    ring = new Latencies(ringBaseUs, ringInsideUs, ringOutsideUs);
    this.ringShare = ringShare;
    tree = new Latencies(treeBaseUs, treeInsideUs, treeOutsideUs);
    this.treeShare = treeShare;
    this.wireBytes = wireBytes;
    this.kernel = kernel;
  }

  /** Latencies of a ring by the tuner; algorithms that forward messages as a ring does have the same. */
  Latencies ring() {
    return ring;
  }

  /** The share of the rate that a ring has by the tuner. */
  double ringShare() {
    return ringShare;
  }

  /** Latencies of trees by the tuner. */
  Latencies tree() {
    return tree;
  }

  /** The share of the rate that trees have by the tuner. */
  double treeShare() {
    return treeShare;
  }

  /** The most bytes on the wire that a kernel passes on at once. */
  public long sliceBytes() {
    return kernel.sliceBytes;
  }

  /** Least number of slices of a ring step's data. */
  int leastSlices() {
    return kernel.slices;
  }

  /** Time of a kernel for each byte before it can be forwarded, in picoseconds. */
  public long kernelPsPerByte() {
    return kernel.psPerByte;
  }

  /** Latencies of an algorithm among members; {@code kernels}: true if kernels work on one slice at a time. */
  Latencies latencies(String algorithm, ServerGroups servers, boolean kernels) {
    if (this == NONE) {
      return ring;
    }
    if (kernels) {
      return new Latencies(algorithm.equals("nvls") ? NVLS_INSIDE_US : ring.baseUs, kernel.us, ring.outsideUs);
    }
    return switch (algorithm) {
      case "tree", "double-tree" -> tree;
      case "nvls" -> new Latencies(0, NVLS_INSIDE_US / 2, NVLS_OUTSIDE_US);
      default -> this == SIMPLE && servers.count() > 1 && servers.most() > 1 ? ring.times(SEVERAL_SERVERS) : ring;
    };
  }

  /** Bytes on links for this many bytes of data. */
  public long wireBytes(long dataBytes) {
    return wireBytes == 1 ? dataBytes : (long) StrictMath.ceil(dataBytes * wireBytes);
  }
}
