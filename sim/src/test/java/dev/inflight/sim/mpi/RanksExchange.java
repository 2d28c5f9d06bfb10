package dev.inflight.sim.mpi;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Exchanges between the ranks of a test. */
final class RanksExchange {
  private static final int ROUNDS = 120;

  private final Mpi mpi;
  private final int rank;
  private final int size;

  RanksExchange(Mpi mpi) {
    this.mpi = mpi;
    rank = mpi.rank();
    size = mpi.size();
  }

  /** Exchanges batches of sizes that all ranks draw from one seed. */
  void run() {
    Exchange exchange = mpi.newExchange(64);
    refused(exchange);
    var random = new SplittableRandom(7);
    for (int round = 0; round < ROUNDS; round++) {
      int[][] bytes = sizes(random, round);
      int[] toReceive = new int[size];
      for (int other = 0; other < size; other++) {
        toReceive[other] = bytes[other][rank];
        fill(exchange, other, bytes[rank][other], round);
      }
      exchange.exchange(bytes[rank], toReceive);
      for (int from = 0; from < size; from++) {
        check(exchange.incoming(from), toReceive[from], seed(round, from, rank));
      }
    }
  }

  private int[][] sizes(SplittableRandom random, int round) {
    var bytes = new int[size][size];
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        int most = round % 40 == 39 ? 3 << 20 : 1 << random.nextInt(17);
        bytes[from][to] = from == to || random.nextInt(3) == 0 ? 0 : random.nextInt(most) + 1;
      }
    }
    return bytes;
  }

  private static int seed(int round, int from, int to) {
    return round * 100 + from * 10 + to;
  }

  /** Fills in two steps, between which the buffer may grow: the earlier bytes have to stay. */
  private void fill(Exchange exchange, int to, int bytes, int round) {
    ByteBuffer buffer = exchange.outgoing(to).clear();
    Ranks.check(buffer.order(), ByteOrder.nativeOrder(), "byte order");
    for (int at = 0; at < bytes; at++) {
      if (!buffer.hasRemaining()) {
        buffer = exchange.grow(to, at + 1);
        Ranks.check(buffer.position(), at, "position after growth");
        Ranks.check(exchange.outgoing(to).position(), at, "position of the same buffer");
      }
      buffer.put((byte) (seed(round, rank, to) + at * 13));
    }
  }

  private static void check(ByteBuffer batch, int bytes, int seed) {
    Ranks.check(batch.remaining(), bytes, "size of a batch");
    Ranks.check(batch.order(), ByteOrder.nativeOrder(), "byte order");
    for (int at = 0; at < bytes; at++) {
      if (batch.get() != (byte) (seed + at * 13)) {
        throw new IllegalStateException("byte " + at + " of " + bytes);
      }
    }
  }

  /** Checks refusals, before anything is sent. */
  private void refused(Exchange exchange) {
    int other = rank == 0 ? 1 : 0;
    refused(exchange, rank, 1, 0, "1 B to rank " + rank + " are outside 0 to 0 B");
    refused(exchange, other, 65, 0, "65 B to rank " + other + " are outside 0 to 64 B");
    refused(exchange, other, -1, 0, "-1 B to rank " + other + " are outside 0 to 64 B");
    refused(exchange, other, 0, -1, "-1 B from rank " + other);
    refused(exchange, rank, 0, 1, "1 B from rank " + rank);
  }

  private void refused(Exchange exchange, int other, int send, int receive, String why) {
    int[] toSend = new int[size];
    int[] toReceive = new int[size];
    toSend[other] = send;
    toReceive[other] = receive;
    try {
      exchange.exchange(toSend, toReceive);
    } catch (IllegalArgumentException refused) {
      Ranks.check(refused.getMessage(), why, "message");
      return;
    }
    throw new IllegalStateException("not refused: " + why);
  }

  /** Checks allocation after the JIT compiler is done, which may be late on a busy machine. */
  void allocatesNothing() {
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Exchange exchange = mpi.newExchange(100);
    int[] bytes = new int[size];
    Arrays.fill(bytes, 100);
    bytes[rank] = 0;
    long[] sent = new long[4 * size];
    long[] received = new long[4 * size];
    long least = Long.MAX_VALUE;
    for (int attempt = 0; attempt < 200 && mpi.allMin(-least) < 0; attempt++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int call = 0; call < 1000; call++) {
        mpi.allToAll(sent, received, 4);
        mpi.allMin(call);
        exchange.exchange(bytes, bytes);
      }
      least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
    }
    Ranks.check(least, 0L, "bytes allocated by a thousand calls");
  }
}
