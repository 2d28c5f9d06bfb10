package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.link.Segmentation;
import dev.inflight.net.route.Routes;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/** Makes a flow's data packets: what they hold, how large they are, which path they take. */
final class PacketMaker {
  private final Flow flow;
  private final CongestionControl control;
  private final HostContext context;
  private final Segmentation layout;

  PacketMaker(Flow flow, HostContext context, CongestionControl control) {
    this.flow = flow;
    this.control = control;
    this.context = context;
    layout = flow.layout(context.rules().packets().payloadBytes());
  }

  /** The packet that begins at a byte, whose first bit leaves at {@code startPs}; the same one however often it is sent. */
  Packet make(long sequence, long startPs) {
    Packet packet = context.pool.take();
    int payload = layout.payloadAt(sequence);
    int telemetryBytes = context.timestampBytes;
    TelemetryFormat format = context.format;
    if (format != null) {
      telemetryBytes = format.begin(packet.telemetry, 0, control.nextQuestion());
    }
    if (flow.routeEpoch != context.routes.epoch()) {
      context.routes.refresh(flow);
    }
    packet.kind = Packet.Kind.DATA;
    packet.flow = flow;
    packet.path = flow.dataPath;
    packet.routeEpoch = flow.routeEpoch;
    packet.hop = 0;
    packet.group = flow.group();
    packet.flowClass = flow.flowClass;
    packet.sequence = sequence;
    packet.payloadBytes = payload;
    packet.telemetryBytes = (short) telemetryBytes;
    packet.sizeBytes = context.framing.dataBytes(payload, telemetryBytes,
        layout.extendedBytes(sequence, payload, context.framing));
    packet.ecnMarked = false;
    packet.sentPs = startPs;
    return packet;
  }
}
