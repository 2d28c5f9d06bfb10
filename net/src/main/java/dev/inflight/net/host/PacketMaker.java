package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Segmentation;
import dev.inflight.telemetry.TelemetryFormat;

/** Makes a flow's data packets: what they hold, how large they are, which way they go. */
final class PacketMaker {
  private final Flow flow;
  private final Host.Shared shared;
  private final CongestionControl control;
  private final Segmentation layout;

  PacketMaker(Flow flow, Host.Shared shared, CongestionControl control) {
    this.flow = flow;
    this.shared = shared;
    this.control = control;
    layout = flow.layout(shared.rules().packets().payloadBytes());
  }

  /** The packet that begins at a byte, whose first bit leaves at {@code startPs}; the same one however often it is sent. */
  Packet make(long sequence, long startPs) {
    HostConfig rules = shared.rules();
    Packet packet = shared.pool().take();
    int payload = layout.payloadAt(sequence);
    TelemetryFormat format = rules.inBand().telemetry();
    int telemetryBytes = rules.inBand().timestampBytes();
    if (format != null) {
      telemetryBytes = format.begin(packet.telemetry, 0, control.nextQuestion());
    }
    if (flow.routeEpoch != shared.routes().epoch()) {
      shared.routes().refresh(flow);
    }
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.path = flow.dataPath;
    packet.routeEpoch = flow.routeEpoch;
    packet.hop = 0;
    packet.group = flow.group();
    packet.sequence = sequence;
    packet.payloadBytes = payload;
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = rules.packets().framing().dataBytes(payload, telemetryBytes,
        layout.extendedBytes(sequence, payload, rules.packets().framing()));
    packet.ecnMarked = false;
    packet.sentPs = startPs;
    return packet;
  }
}
