package dev.inflight.live.device.ring;

import java.lang.foreign.MemorySegment;

/** A socket of AF_PACKET and the ring that it shares with the kernel, of whichever version (linux/if_packet.h). */
abstract class SocketRing implements Binding.Ring, AutoCloseable {
  /** The socket; closed with the ring. */
  protected final PacketSocket socket;
  /** All of the ring. */
  protected MemorySegment ring = MemorySegment.NULL;
  private final int statisticsBytes;

  /**
   * A socket without its ring yet.
   *
   * @param statisticsBytes bytes of the kernel's statistics in this version
   */
  SocketRing(PacketSocket socket, int statisticsBytes) {
    this.socket = socket;
    this.statisticsBytes = statisticsBytes;
  }

  @Override
  public int bind(int index) {
    return socket.bind(index);
  }

  @Override
  public final int takeError() {
    return socket.takeError();
  }

  final int fd() {
    return socket.fd();
  }

  /** All of it. */
  final MemorySegment bytes() {
    return ring;
  }

  /** Frames that found no room since the last time. */
  final long newDrops() {
    return socket.newDrops(statisticsBytes);
  }

  @Override
  public final void close() {
    socket.close();
  }
}
