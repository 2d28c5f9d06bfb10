package dev.inflight.net.fuzz;

import dev.inflight.net.codec.FrameDecoder;
import dev.inflight.net.codec.StreamPackets;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.tcp.TcpPackets;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.FuzzTarget;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestSegment;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.tcp.TcpHeader;
import java.util.ArrayList;
import java.util.List;

/** The way from frames to packets against any bytes, their CRC or checksum made right so that more than that is tried. */
final class PacketFuzz implements FuzzTarget {
  private final List<FrameDecoder> decoders = new ArrayList<>();
  private final FrameView view = TestFormats.viewOfAll();
  private final Icrc icrc = new Icrc();
  private final Packet packet = new PacketPool(2048).take();

  PacketFuzz() {
    var flows = new FlowLookup();
    flows.add(new Flow(0, 1, 2, 0xC123, 4791, 3, 1_000_000, 0));
    var connection = new StreamPackets();
    flows.add(connection.streams.there());
    flows.add(connection.streams.back());
    for (TelemetryFormat format : TestFormats.ON_THE_WIRE) {
      Framing framing = format.placement().needsIpv6() ? Framing.ROCEV2_IPV6 : Framing.ROCEV2;
      decoders.add(new FrameDecoder(new FrameRules(framing, 1000, format, false), flows));
    }
    var segments = new TcpPackets(Framing.TCP, null, false, 1603);
    var ofSegments = new FlowLookup(true);
    ofSegments.add(segments.flow);
    for (TelemetryFormat format : TestFormats.ON_THE_WIRE) {
      if (TestSegment.carries(format)) {
        decoders.add(new FrameDecoder(new FrameRules(Framing.TCP_IPV6, TcpPackets.UNIT, format, false), ofSegments));
      }
    }
    decoders.add(new FrameDecoder(new FrameRules(Framing.TCP, TcpPackets.UNIT, NativeFormat.DEFAULT, true), ofSegments));
    decoders.add(new FrameDecoder(new FrameRules(Framing.ROCEV2, 1000, NativeFormat.DEFAULT, false, true, true), flows));
    decoders.add(new FrameDecoder(new FrameRules(Framing.ROCEV2, 1000, null, false), flows));
    decoders.add(new FrameDecoder(new FrameRules(Framing.ROCEV2, StreamPackets.UNIT, null, false), flows));
    decoders.add(new FrameDecoder(new FrameRules(Framing.ROCEV2_IPV6, StreamPackets.UNIT, null, false), flows));
  }

  @Override
  public void accept(byte[] data) {
    byte[] bytes = data.clone();
    view.parse(bytes, 0, bytes.length);
    if (view.icrc != FrameView.ABSENT && view.icrc + Icrc.BYTES <= bytes.length) {
      Icrc.write(bytes, view.icrc, view.computeIcrc(icrc));
    }
    if (view.tcp != FrameView.ABSENT) {
      TcpHeader.writeChecksum(bytes, view.tcp, view.ip, view.ipEnd - view.tcp);
    }
    for (FrameDecoder decoder : decoders) {
      if (decoder.decode(bytes, 0, bytes.length, packet) != DecodeStatus.READ && decoder.problem().isEmpty()) {
        throw new IllegalStateException("refused without a reason");
      }
    }
  }
}
