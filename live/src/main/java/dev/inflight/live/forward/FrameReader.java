package dev.inflight.live.forward;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.frame.FrameRewriter;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.TcpHeader;
import java.lang.foreign.MemorySegment;
import java.util.function.IntPredicate;

/**
 * Converter of a frame that arrives at a switch into a packet of the simulator's switch: its flow and priority, its telemetry,
 * and whether it may be marked. The frame's bytes stay in their memory. Not thread-safe.
 */
final class FrameReader {
  /** Priority of frames that request none: not 0, because queue 0 of a switch's port is for pause frames. */
  static final int BEST_EFFORT_PRIORITY = 1;
  private static final int PRIORITY_SHIFT = 3;

  private final AddressBook addresses;
  private final IntPredicate isHost;
  private final ForwardingCounters counters;
  private final KnownFlows flows = new KnownFlows();
  private final FrameRewriter rewriter;
  private final FrameHead head;
  private final byte[] bytes;
  /** View of the last frame. */
  final FrameView view;

  /**
   * Creates a reader.
   *
   * @param head buffer into which frames are read
   * @param isHost true for the number of a node that is a host
   */
  FrameReader(FrameHead head, AddressBook addresses, IntPredicate isHost, ForwardingCounters counters) {
    this.addresses = addresses;
    this.isHost = isHost;
    this.counters = counters;
    this.head = head;
    bytes = head.bytes;
    view = head.view;
    rewriter = new FrameRewriter(view);
  }

  /** Parses the headers of a frame; returns false if it is too long for all links with the telemetry of switches added. */
  boolean parse(MemorySegment memory, long at, int length, int telemetryRoom) {
    head.forget(); // the same chunk contains another frame now
    if (length + telemetryRoom + Ethernet.FCS_BYTES > Framing.LARGEST_FRAME_BYTES) {
      counters.unreadable++;
      return false;
    }
    head.read(memory, at, length);
    return true;
  }

  /** Converts the parsed frame into a packet; returns false for a frame that a switch does not forward, which is counted. */
  boolean read(Packet into) {
    if (!rewriter.isIp() && head.outcome() == DecodeStatus.UNSUPPORTED) {
      counters.notIp++;
      return false;
    }
    if (!rewriter.isIp() || !view.isIpv6() && !Ipv4.checksumMatches(bytes, view.ip)) {
      counters.unreadable++;
      return false;
    }
    boolean v6 = view.isIpv6();
    int source = node(v6, true);
    int destination = node(v6, false);
    if (destination < 0 || !isHost.test(destination)) {
      counters.unknownDestination++;
      return false;
    }
    if (rewriter.hopLimit() <= 1) {
      counters.expired++;
      return false;
    }
    into.flow = flows.find(source, destination, sourcePort(), destinationPort());
    into.flowClass = 0;
    into.entropy = 0;
    int dscp = v6 ? Ipv6.dscp(bytes, view.ip) : Ipv4.dscp(bytes, view.ip);
    into.code = (byte) (dscp & (1 << PRIORITY_SHIFT) - 1); // requests to switches in its header
    into.sizeBytes = Math.max(view.end - view.frame, Ethernet.SMALLEST_BYTES) + Ethernet.FCS_BYTES;
    into.payloadBytes = view.payloadBytes;
    into.priority = (byte) Math.max(BEST_EFFORT_PRIORITY, dscp >>> PRIORITY_SHIFT);
    into.hop = (short) (Packet.FIRST_HOP_LIMIT - rewriter.hopLimit());
    into.routeEpoch = Packet.NO_EPOCH;
    into.ecnMarked = rewriter.ecn() == Ipv4.CE || rewriter.ecn() == Ipv4.NOT_ECT; // do not count unmarkable frames as marked
    into.afterTimeout = false;
    readTelemetry(into);
    into.kind = into.telemetryBytes > 0 || rewriter.ecn() != Ipv4.NOT_ECT ? Packet.Kind.DATA : Packet.Kind.CONTROL;
    return true;
  }

  private void readTelemetry(Packet into) {
    DecodeStatus outcome = head.outcome();
    boolean sound = view.telemetry != null && (outcome == DecodeStatus.READ || outcome == DecodeStatus.UNSUPPORTED);
    boolean fits = sound && view.telemetryBytes <= into.telemetry.length;
    into.telemetryBytes = fits ? (short) view.copyTelemetry(into.telemetry, 0) : 0;
    if (sound && !fits) {
      counters.withoutRoom++;
    }
  }

  private int node(boolean v6, boolean source) {
    if (v6) {
      return source
          ? addresses.nodeOfIpv6(Ipv6.source(bytes, view.ip, true), Ipv6.source(bytes, view.ip, false))
          : addresses.nodeOfIpv6(Ipv6.destination(bytes, view.ip, true), Ipv6.destination(bytes, view.ip, false));
    }
    return addresses.nodeOfIpv4(source ? Ipv4.source(bytes, view.ip) : Ipv4.destination(bytes, view.ip));
  }

  private int sourcePort() {
    return view.udp != ABSENT ? Udp.source(bytes, view.udp) : view.tcp != ABSENT ? TcpHeader.source(bytes, view.tcp) : 0;
  }

  /** Destination port of the frame, or the original one if telemetry replaced it, because the flow's connection uses that. */
  private int destinationPort() {
    if (view.udp == ABSENT) {
      return view.tcp == ABSENT ? 0 : TcpHeader.destination(bytes, view.tcp);
    }
    return view.payloadPort == ABSENT ? Udp.destination(bytes, view.udp) : view.payloadPort;
  }
}
