package dev.inflight.lab.capture;

import dev.inflight.lab.print.AddressText;
import dev.inflight.wire.cm.CmAddresses;
import dev.inflight.wire.cm.CmMessage;
import dev.inflight.wire.cm.CmReject;
import dev.inflight.wire.cm.CmReply;
import dev.inflight.wire.cm.CmRequest;
import dev.inflight.wire.cm.Mad;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Deth;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import java.util.HexFormat;

/** Spells out datagrams, and what the communication manager says in them to make and end connections. */
final class CmDescriber {
  private static final int CONSUMER = 28;

  private final FrameView view;
  private final PacketPrinter out;

  CmDescriber(FrameView view, PacketPrinter out) {
    this.view = view;
    this.out = out;
  }

  /** Describes the datagram that the view has found, if it has found one of which the capture has enough. */
  void describe(byte[] bytes, int captured) {
    int deth = view.dethOffset();
    if (deth == ABSENT || deth + Deth.BYTES > captured) {
      return;
    }
    out.field("queueKey", hex(Deth.queueKey(bytes, deth)));
    out.field("sourceQueuePair", Deth.sourceQp(bytes, deth));
    int mad = view.payloadOffset();
    boolean managed = view.payloadBytes() == Mad.DATAGRAM_BYTES && mad + Mad.BYTES <= captured && CmMessage.is(bytes, mad);
    if (managed && mad + Mad.DATAGRAM_BYTES <= captured) {
      out.open("cm");
      message(bytes, mad);
      out.close();
    } else if (managed) {
      out.field("cm", "not-captured");
    }
  }

  private void message(byte[] bytes, int mad) {
    int attribute = Mad.attributeId(bytes, mad);
    int at = mad + Mad.BYTES;
    out.field("message", switch (attribute) {
      case CmMessage.REQ -> "req";
      case CmMessage.REP -> "rep";
      case CmMessage.RTU -> "rtu";
      case CmMessage.REJ -> "rej";
      case CmMessage.DREQ -> "dreq";
      case CmMessage.DREP -> "drep";
      default -> "0x" + HexFormat.of().toHexDigits((short) attribute);
    });
    out.field("transactionId", "0x" + HexFormat.of().toHexDigits(Mad.transactionId(bytes, mad)));
    out.field("localId", hex(CmMessage.localId(bytes, at)));
    if (attribute != CmMessage.REQ) {
      out.field("remoteId", hex(CmMessage.remoteId(bytes, at)));
    }
    switch (attribute) {
      case CmMessage.REQ -> request(bytes, at);
      case CmMessage.REP -> reply(bytes, at);
      case CmMessage.REJ -> reject(bytes, at);
      case CmMessage.DREQ -> out.field("remoteQueuePair", CmMessage.remoteQp(bytes, at));
      default -> {
        // Nothing more is known of it.
      }
    }
  }

  private void request(byte[] bytes, int at) {
    long service = CmRequest.serviceId(bytes, at);
    out.field("serviceId", "0x" + HexFormat.of().toHexDigits(service));
    out.field("localGuid", "0x" + HexFormat.of().toHexDigits(CmRequest.caGuid(bytes, at)));
    out.field("localQueuePair", CmRequest.localQp(bytes, at));
    out.field("startingPsn", CmRequest.startingPsn(bytes, at));
    out.field("responderResources", CmRequest.responderResources(bytes, at));
    out.field("initiatorDepth", CmRequest.initiatorDepth(bytes, at));
    out.field("retries", CmRequest.retries(bytes, at));
    out.field("rnrRetries", CmRequest.rnrRetries(bytes, at));
    out.field("pathMtuBytes", CmRequest.pathMtuBytes(bytes, at));
    out.field("localGid", AddressText.ipv6(CmRequest.localGid(bytes, at, true), CmRequest.localGid(bytes, at, false)));
    out.field("remoteGid", AddressText.ipv6(CmRequest.remoteGid(bytes, at, true), CmRequest.remoteGid(bytes, at, false)));
    if (CmAddresses.isIpService(service)) {
      out.field("servicePort", service & 0xFFFF);
      out.field("clientPort", CmAddresses.sourcePort(bytes, at));
    }
  }

  private void reply(byte[] bytes, int at) {
    out.field("localGuid", "0x" + HexFormat.of().toHexDigits(CmReply.caGuid(bytes, at)));
    out.field("localQueuePair", CmReply.localQp(bytes, at));
    out.field("startingPsn", CmReply.startingPsn(bytes, at));
    out.field("responderResources", CmReply.responderResources(bytes, at));
    out.field("initiatorDepth", CmReply.initiatorDepth(bytes, at));
    out.field("rnrRetries", CmReply.rnrRetries(bytes, at));
  }

  private void reject(byte[] bytes, int at) {
    out.field("rejected", switch (CmReject.rejected(bytes, at)) {
      case 0 -> "req";
      case 1 -> "rep";
      default -> "other";
    });
    int reason = CmReject.reason(bytes, at);
    out.field("reason",
        reason == CmReject.INVALID_SERVICE_ID
            ? "invalid-service-id"
            : reason == CONSUMER ? "consumer" : Integer.toString(reason));
  }

  private static String hex(int value) {
    return "0x" + HexFormat.of().toHexDigits(value);
  }
}
