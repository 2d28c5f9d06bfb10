package dev.inflight.live.device.ring;

import java.lang.foreign.MemorySegment;

/** AF_PACKET socket and the ring that it shares with the kernel, of any version (linux/if_packet.h). */
abstract class SocketRing implements Binding.Ring, AutoCloseable {
  /** The socket; closed with the ring. */
  protected final PacketSocket socket;
  /** Memory of the whole ring. */
  protected MemorySegment ring = MemorySegment.NULL;
  private final int statisticsBytes;

  /**
   * Creates a socket without its ring.
   *
   * @param statisticsBytes size of the kernel's statistics in this version
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

  /** Memory of the whole ring. */
  final MemorySegment bytes() {
    return ring;
  }

  /** Number of frames dropped for lack of room since the last call. */
  final long newDrops() {
    return socket.newDrops(statisticsBytes);
  }

  @Override
  public final void close() {
    socket.close();
  }
}
