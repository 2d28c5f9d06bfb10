package dev.inflight.live.forward;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameRewriter;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a frame what a switch's port has made of its packet: telemetry, mark, hop limit, and the MAC addresses of the next link.
 * Not thread-safe.
 */
final class FrameWriter {
  private final ForwardingCounters counters;
  private final FrameView view;
  private final FrameRewriter rewriter;
  private final byte[] bytes = new byte[Framing.LARGEST_FRAME_BYTES];

  /**
   * A writer.
   *
   * @param telemetry the format that the switches write, or none
   */
  FrameWriter(@Nullable TelemetryFormat telemetry, ForwardingCounters counters) {
    this.counters = counters;
    view = new FrameView(telemetry == null ? List.of() : List.of(telemetry));
    rewriter = new FrameRewriter(view);
  }

  /**
   * Changes a frame where it stands.
   *
   * @param at index of its first byte in the memory of the device through which it leaves
   * @return its length now, in bytes
   */
  int rewrite(Packet packet, Port port, Device device, long at, int length) {
    FrameMemory memory = device.memory();
    MemorySegment.copy(memory.bytes(), ValueLayout.JAVA_BYTE, at, bytes, 0, length);
    view.parse(bytes, 0, length);
    rewriter.takeHop(); // it was asked for when the frame came in
    if (packet.ecnMarked) {
      rewriter.mark();
    }
    int grown = packet.telemetryBytes == 0 ? 0 : writeTelemetry(packet, roomEnd(device, at));
    Ethernet.addresses(bytes, 0, mac(port.far().node(), port.far().number()), mac(port.node(), port.number()));
    MemorySegment.copy(bytes, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, length + grown);
    return length + grown;
  }

  /** A frame may grow to the end of its chunk, and to the longest that its link takes. */
  private static int roomEnd(Device device, long at) {
    FrameMemory memory = device.memory();
    long inChunk = memory.chunkOf(at) + memory.chunkBytes() - at;
    return (int) Math.min(inChunk, device.largestFrameBytes());
  }

  private int writeTelemetry(Packet packet, int limit) {
    int more = packet.telemetryBytes - view.telemetryBytes;
    if (more > rewriter.room(limit)) {
      counters.withoutRoom++;
      return 0;
    }
    counters.stamped++;
    return rewriter.replaceTelemetry(packet.telemetry, packet.telemetryBytes);
  }

  /** Writes a pause frame; returns its length. */
  int pause(FrameMemory memory, long at, Port port, int group, int quanta) {
    int length = Pfc.write(bytes, 0, mac(port.node(), port.number()));
    Pfc.quanta(bytes, 0, group, quanta);
    MemorySegment.copy(bytes, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, length);
    return length;
  }

  private static long mac(int node, int port) {
    return FrameAddresses.mac(node, port);
  }
}
