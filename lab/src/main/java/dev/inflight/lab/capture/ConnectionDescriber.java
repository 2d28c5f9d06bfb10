package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.net.rdma.HandshakeMessage;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.ConnectionHeader;
import dev.inflight.wire.header.Deth;
import java.util.HexFormat;

/** Describes datagrams, and the content of those that open and close connections. */
final class ConnectionDescriber {
  private final FrameView view;
  private final PacketPrinter out;

  ConnectionDescriber(FrameView view, PacketPrinter out) {
    this.view = view;
    this.out = out;
  }

  /** Describes the view's datagram, if there is one and enough of it was captured. */
  void describe(byte[] bytes, int captured) {
    int deth = view.deth;
    if (deth == ABSENT || deth + Deth.BYTES > captured) {
      return;
    }
    out.field("queueKey", "0x" + HexFormat.of().toHexDigits(Deth.queueKey(bytes, deth)));
    out.field("sourceQueuePair", Deth.sourceQp(bytes, deth));
    int at = view.payload;
    if (view.payloadBytes < ConnectionHeader.BYTES || at + ConnectionHeader.BYTES > captured || !ConnectionHeader.is(bytes, at)) {
      return;
    }
    int message = ConnectionHeader.message(bytes, at);
    out.open("connection");
    out.field("message",
        HandshakeMessage.isCode(message) ? EnumNames.of(HandshakeMessage.of(message)) : Integer.toString(message));
    out.field("priority", ConnectionHeader.priority(bytes, at));
    out.field("sourceQueuePair", ConnectionHeader.sourceQp(bytes, at));
    out.field("destinationQueuePair", ConnectionHeader.destinationQp(bytes, at));
    out.field("sourcePort", ConnectionHeader.sourcePort(bytes, at));
    out.field("destinationPort", ConnectionHeader.destinationPort(bytes, at));
    out.field("payloadBytes", ConnectionHeader.payloadBytes(bytes, at));
    out.close();
  }
}
