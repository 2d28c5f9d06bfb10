package dev.inflight.sim.stall;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.route.Routes;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sender of an unfinished flow or stream at the end of a run.
 *
 * @param flow the flow's number
 * @param priority priority of its packets
 * @param inflightBytes application bytes sent and not acknowledged
 * @param noRoute true if no route leads to the destination
 * @param wantsSlot true if it waits for a slot of its NIC
 * @param slotWaitPs time that it has waited, in picoseconds
 * @param waitingSincePs time at which the last acknowledgement arrived, or its timer last expired, in picoseconds
 * @param timeoutsInARow number of expiries of its timer since the last acknowledgement
 * @param givesUpAtPs next expiry of its timer, in picoseconds; {@link Long#MAX_VALUE} without data in flight
 * @param path the numbers of the ports that its data passes, first the NIC. Not to be changed
 */
public record SenderAtEnd(int flow, int source, int destination, int priority, long sizeBytes, long startPs, long sentBytes,
    long ackedBytes, long inflightBytes, boolean noRoute, boolean wantsSlot, long slotWaitPs, long waitingSincePs,
    int timeoutsInARow, long givesUpAtPs, int[] path) {
  private static final int LONGS = 16;

  /** Makes the state of a sender at a time, in picoseconds. */
  public static SenderAtEnd of(Sender sender, Routes routes, long nowPs) {
    Flow flow = sender.flow();
    return new SenderAtEnd(flow.id(), flow.source(), flow.destination(), flow.priority(), flow.sizeBytes(), flow.startPs(),
        sender.sentBytes(), sender.ackedBytes(), sender.inflightBytes(), sender.hasNoRoute(), sender.slot().isWanted(),
        sender.slot().waitedPs(nowPs), sender.waitingSincePs(), sender.timeoutsInARow(), sender.givesUpAtPs(),
        routes.forward(flow));
  }

  /** Returns the bytes for some senders. */
  public static byte[] write(List<SenderAtEnd> senders) {
    int longs = senders.stream().mapToInt(sender -> LONGS + sender.path.length).sum();
    var bytes = ByteBuffer.allocate(Math.multiplyExact(longs, Long.BYTES));
    LongBuffer to = bytes.asLongBuffer();
    senders.forEach(sender -> sender.write(to));
    return bytes.array();
  }

  /** Reads the senders of all processes, in order of their flows. */
  public static List<SenderAtEnd> read(byte[][] all) {
    var senders = new ArrayList<SenderAtEnd>();
    for (byte[] some : all) {
      LongBuffer from = ByteBuffer.wrap(some).asLongBuffer();
      while (from.hasRemaining()) {
        senders.add(read(from));
      }
    }
    senders.sort(Comparator.comparingInt(SenderAtEnd::flow));
    return senders;
  }

  private static SenderAtEnd read(LongBuffer from) {
    int[] path = new int[(int) from.get()];
    for (int hop = 0; hop < path.length; hop++) {
      path[hop] = (int) from.get();
    }
    return new SenderAtEnd((int) from.get(), (int) from.get(), (int) from.get(), (int) from.get(), from.get(), from.get(),
        from.get(), from.get(), from.get(), from.get() != 0, from.get() != 0, from.get(), from.get(), (int) from.get(),
        from.get(), path);
  }

  private void write(LongBuffer to) {
    to.put(path.length);
    for (int port : path) {
      to.put(port);
    }
    to.put(flow).put(source).put(destination).put(priority).put(sizeBytes).put(startPs).put(sentBytes).put(ackedBytes)
        .put(inflightBytes).put(noRoute ? 1 : 0).put(wantsSlot ? 1 : 0).put(slotWaitPs).put(waitingSincePs).put(timeoutsInARow)
        .put(givesUpAtPs);
  }
}
