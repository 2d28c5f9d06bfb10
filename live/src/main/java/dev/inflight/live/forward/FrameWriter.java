package dev.inflight.live.forward;

import dev.inflight.live.device.Device;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.wire.frame.FrameRewriter;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.header.tcpint.TcpIntLoad;
import dev.inflight.wire.header.tcpint.TcpIntPort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writer of a switch port's changes to a packet into its frame: telemetry, mark, hop limit, and the MAC addresses of the next
 * link. Not thread-safe.
 */
final class FrameWriter {
  /** Interval over which a port measures the utilization for TCP segments, as a number of full frames. */
  private static final int TCP_INT_FRAMES = 16;
  private static final int FULL_FRAME_BYTES = 1518;

  private final ForwardingCounters counters;
  private final @Nullable TcpIntPort[] tcpInt; // by port; created when the first segment leaves
  private final PortSnapshot snapshot = new PortSnapshot();
  private final FrameView view;
  private final FrameRewriter rewriter;
  private final FrameHead head;
  private final byte[] bytes;
  private final byte[] before = new byte[Framing.LARGEST_FRAME_BYTES];

  /**
   * Creates a writer.
   *
   * @param head buffer into which frames are read
   * @param ports number of ports of the fabric
   */
  FrameWriter(FrameHead head, int ports, ForwardingCounters counters) {
    this.counters = counters;
    this.head = head;
    bytes = head.bytes;
    view = head.view;
    rewriter = new FrameRewriter(view);
    tcpInt = new TcpIntPort[ports];
  }

  /**
   * Changes a frame in its memory; headers grow to the front.
   *
   * @param packet packet of that frame, which the port has just sent, with the frame's start and length
   * @param startPs time at which its first bit leaves
   */
  void rewrite(Packet packet, Port port, Device device, long startPs) {
    long at = packet.frameAt();
    int length = packet.frameBytes();
    head.read(device.memory().bytes(), at, length);
    rewriter.takeHop(); // requested when the frame arrived
    if (packet.ecnMarked) {
      rewriter.mark();
    }
    if (view.tcp != FrameView.ABSENT) {
      stampTcp(packet, port, startPs);
    }
    int grown = packet.telemetryBytes == 0 ? 0 : writeTelemetry(packet, room(device, at, length));
    Ethernet.addresses(bytes, view.frame, mac(port.far().node(), port.far().number()), mac(port.node(), port.number()));
    packet.standFor(head.write(), length + grown);
  }

  /** Writes TCP-INT, for which the sender has reserved an option. */
  private void stampTcp(Packet packet, Port port, long startPs) {
    TcpIntPort ours = tcpInt[port.index()];
    if (ours == null) {
      ours = new TcpIntPort(new EgressLink(port.node(), port.number(), port.rateBitsPerSec()), TcpIntLoad.UTILIZATION,
          TCP_INT_FRAMES * port.transmitPs(FULL_FRAME_BYTES));
      tcpInt[port.index()] = ours;
    }
    snapshot.nowPs = startPs;
    snapshot.arrivedPs = packet.timePs;
    snapshot.sentBytes = port.sentBytes() - packet.sizeBytes;
    snapshot.queueBytes = port.waitingBytes();
    snapshot.hopLimit = rewriter.hopLimit();
    if (ours.stamp(bytes, view.tcp, view.end, snapshot)) {
      counters.stamped++;
    }
  }

  /** Room in front of a frame: up to the start of its chunk, and up to the longest frame of its link. */
  private static int room(Device device, long at, int length) {
    long inChunk = at - device.memory().chunkOf(at);
    return (int) Math.min(Math.min(inChunk, FrameHead.FRONT_BYTES), device.largestFrameBytes() - length);
  }

  private int writeTelemetry(Packet packet, int room) {
    int more = packet.telemetryBytes - view.telemetryBytes;
    if (more > rewriter.room(view.end + room)) {
      counters.withoutRoom++;
      return 0;
    }
    view.copyTelemetry(before, 0);
    if (more > 0 || !Arrays.equals(before, 0, packet.telemetryBytes, packet.telemetry, 0, packet.telemetryBytes)) {
      counters.stamped++;
    }
    return rewriter.replaceTelemetryToFront(packet.telemetry, packet.telemetryBytes);
  }

  /** Writes a pause frame; returns its length. */
  int pause(FrameMemory memory, long at, Port port, int priority, int quanta) {
    head.forget();
    int length = Pfc.write(bytes, 0, mac(port.node(), port.number()));
    Pfc.quanta(bytes, 0, priority, quanta);
    MemorySegment.copy(bytes, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, length);
    return length;
  }

  private static long mac(int node, int port) {
    return FrameAddresses.mac(node, port);
  }
}
