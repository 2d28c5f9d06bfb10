package dev.inflight.sim.ranks;

import dev.inflight.net.link.Packet;
import dev.inflight.sim.mpi.Exchange;
import java.nio.ByteBuffer;

/** Packets that have been sent to another process since the last meeting. */
final class PacketBatch {
  private final Exchange exchange;
  private final int rank;
  private ByteBuffer batch;
  private long earliestPs = Long.MAX_VALUE;

  PacketBatch(Exchange exchange, int rank) {
    this.exchange = exchange;
    this.rank = rank;
    batch = exchange.outgoing(rank);
  }

  /** Adds a packet that arrives at a port, by the port's number. */
  void add(Packet packet, int port) {
    int needed = batch.position() + PacketForm.bytes(packet);
    if (needed > batch.capacity()) {
      batch = exchange.grow(rank, needed);
    }
    PacketForm.write(packet, port, batch);
    earliestPs = Math.min(earliestPs, packet.timePs);
  }

  /** Earliest arrival of the packets, in picoseconds; {@link Long#MAX_VALUE} without any. */
  long earliestPs() {
    return earliestPs;
  }

  /** Number of their bytes. */
  int bytes() {
    return batch.position();
  }

  /** Empties the batch after its packets were sent. */
  void clear() {
    batch.clear();
    earliestPs = Long.MAX_VALUE;
  }
}
