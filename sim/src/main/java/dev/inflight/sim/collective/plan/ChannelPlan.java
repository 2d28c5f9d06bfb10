package dev.inflight.sim.collective.plan;

import dev.inflight.sim.graph.OperationGraph;
import dev.inflight.telemetry.util.Check;

/**
 * Division of a collective over connections. Each channel carries an equal part of the buffer, on separate connections. Data from
 * rank to rank is cut into chunks, which follow each other.
 *
 * @param servers members of each server
 * @param channels 1 to 64; 0: the algorithm's own number
 * @param chunkBytes 1 or more; 0: the algorithm's own chunks
 * @param slots chunks in transfer at once on a connection of an algorithm with chunks, or simultaneous sends of a rank to
 *     different others, 1 to 1024; 0: the algorithm's own
 * @param protocol overhead of messages besides the network
 * @param kernels true if the GPU's kernel of a channel works on one chunk at a time and forwards it itself, as in a ring or
 *     NVLink SHARP of one server, with a protocol
 */
public record ChannelPlan(ServerGroups servers, int channels, long chunkBytes, int slots, CollectiveProtocol protocol,
    boolean kernels) {
  /** Bytes of NCCL's chunk: 4 MiB of buffer in 8 slots. */
  public static final long CHUNK_BYTES = 512 << 10;
  /** Bytes below which a chunk is not cut further. */
  public static final long LEAST_CHUNK_BYTES = 32 << 10;
  /** NCCL's slots of a connection. */
  public static final int SLOTS = 8;
  /** Largest number of slots that a plan may have. */
  public static final int MOST_SLOTS = 1024;

  /** Channels that NCCL uses in a server of eight A100 (12 rings, each twice). */
  private static final int KERNELS = 24;
  /** Channels that NCCL uses where the switch of a server sums. */
  private static final int SWITCH_KERNELS = 16;
  /** Servers from which on NCCL's chunks between switches of servers are at most 64 KiB. */
  private static final int MANY_SERVERS = 4;

  /** Bytes of a rank and channel below which no channel is added; in NCCL, each of 512 threads has 8 bytes. */
  private static final long CHANNEL_BYTES = 4096;

  /** Checks the ranges. */
  public ChannelPlan {
    Check.check("channels", channels, 0, OperationGraph.MOST_CHANNELS);
    Check.size("chunk", chunkBytes, 0);
    Check.check("slots", slots, 0, MOST_SLOTS);
  }

  /** Default plan of algorithms if no ranks share a server. */
  public static ChannelPlan plain(int members) {
    return new ChannelPlan(ServerGroups.alone(members), 0, 0, 0, CollectiveProtocol.NONE, false);
  }

  /** True if ranks share servers or the buffer is divided into channels: then forwarded data is cut into NCCL's chunks. */
  private boolean isCut() {
    return servers.most() > 1 || channels > 1;
  }

  /** Slots of a connection; the given number, an algorithm's own, on hosts without servers. */
  public int slots(int otherwise) {
    return slots > 0 ? slots : kernels ? 1 : isCut() ? Math.max(SLOTS, otherwise) : otherwise;
  }

  /**
   * Number of chunks for this many bytes.
   *
   * @param otherwise number of chunks without cutting
   * @param least least number if no chunk size is set and chunks have at least {@link #LEAST_CHUNK_BYTES}; ranks then forward
   *     data while more arrives
   */
  public int chunks(long sizeBytes, long otherwise, int least) {
    if (chunkBytes == 0 && kernels) {
      long slices = Math.max(Math.ceilDiv(sizeBytes, protocol.sliceBytes()),
          Math.min(protocol.leastSlices(), sizeBytes / LEAST_CHUNK_BYTES));
      return (int) Math.clamp(slices, 1, Integer.MAX_VALUE);
    }
    if (chunkBytes == 0 && !isCut()) {
      return (int) Math.min(Integer.MAX_VALUE, otherwise);
    }
    long of = chunkBytes > 0 ? chunkBytes : CHUNK_BYTES;
    long chunks = sizeBytes / of + (sizeBytes % of > 0 ? 1 : 0);
    long more = chunkBytes > 0 ? 1 : Math.min(least, sizeBytes / LEAST_CHUNK_BYTES);
    return (int) Math.clamp(Math.max(chunks, more), 1, Integer.MAX_VALUE);
  }

  /**
   * Number of pieces in which the switches of servers sum a buffer. All channels have a chunk for each GPU of a server at once:
   * of 128 KiB, or of 64 KiB on four and more servers. Chunks of smaller buffers are smaller, down to 16 KiB in one server and
   * 32 KiB in several (NCCL 2.30.7, src/enqueue.cc and src/transport/nvls.cc).
   */
  public int switchPieces(long sizeBytes) {
    long atOnce = (long) SWITCH_KERNELS * servers.most();
    long bytes = atOnce * (servers.count() > 1 ? treeChunk(sizeBytes, atOnce) : serverChunk(sizeBytes, atOnce));
    return (int) Math.clamp(Math.ceilDiv(sizeBytes, bytes), 1, Integer.MAX_VALUE);
  }

  private static long serverChunk(long sizeBytes, long atOnce) {
    long bytes = 128 << 10;
    bytes = sizeBytes < 64 * atOnce * bytes ? 64 << 10 : bytes;
    bytes = sizeBytes < 8 * atOnce * bytes ? 32 << 10 : bytes;
    return sizeBytes < 2 * atOnce * bytes ? 16 << 10 : bytes;
  }

  private long treeChunk(long sizeBytes, long atOnce) {
    if (sizeBytes < atOnce * (64 << 10)) {
      return 32 << 10;
    }
    return servers.count() >= MANY_SERVERS || sizeBytes < 4 * atOnce * (128 << 10) ? 64 << 10 : 128 << 10;
  }

  /** Time that an algorithm takes outside the network. */
  public CollectiveProtocol.Latencies latencies(String algorithm) {
    return protocol.latencies(algorithm, servers, kernels);
  }

  /** Number of channels of an algorithm with a different path for each: one for each GPU of a server, if there is enough data. */
  public int railChannels(long sizeBytes) {
    if (servers.count() == 1 && !kernels) {
      return 1;
    }
    int most = kernels ? KERNELS : Math.min(servers.most(), OperationGraph.MOST_CHANNELS / 2);
    return (int) Math.clamp(sizeBytes / (CHANNEL_BYTES * servers.members()), 1, most);
  }
}
