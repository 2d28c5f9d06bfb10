package dev.inflight.net.codec;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.net.codec.frame.FrameCheck;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Udp;

/** Check that the IP payload of a frame is RoCEv2 by a network's rules. */
final class RoceCheck {
  private final FrameCheck check;
  private final FrameView view;
  private final boolean afterUdp;
  private final int marker;
  private final Icrc icrc = new Icrc();

  RoceCheck(FrameRules rules, FrameCheck check) {
    this.check = check;
    view = check.view;
    TelemetryFormat telemetry = rules.telemetry();
    afterUdp = telemetry != null && telemetry.placement() == HeaderPlacement.AFTER_UDP;
    marker = telemetry == null ? ABSENT : telemetry.marker();
  }

  /** Checks the rest of a frame with a valid IP header. */
  DecodeStatus check(DecodeStatus found) {
    DecodeStatus outcome = udp(found);
    return outcome == DecodeStatus.READ ? roce(found) : outcome;
  }

  private DecodeStatus udp(DecodeStatus found) {
    byte[] bytes = view.bytes;
    int udp = view.udp;
    boolean around = view.telemetryRest != ABSENT;
    int ahead = check.aheadOfTransport();
    if (udp != check.behindIp(ahead)) {
      return check.fail(DecodeStatus.UNSUPPORTED, "the hop-by-hop options hold no telemetry");
    }
    int foreign = around ? view.telemetryBytes - ahead : 0; // the UDP length excludes bytes that are not UDP's
    if (Udp.length(bytes, udp) + foreign != view.ipEnd - udp) {
      return check.fail(DecodeStatus.MALFORMED, "UDP and IP disagree about the packet's length");
    }
    if (view.bth != ABSENT) {
      return DecodeStatus.READ;
    }
    if (afterUdp && Udp.destination(bytes, udp) == marker && view.telemetry == null) {
      return check.fail(found, "the telemetry header has no length, or one beyond the packet");
    }
    return found == DecodeStatus.MALFORMED
        ? check.fail(found, "the packet ends within its base transport header")
        : check.fail(DecodeStatus.UNSUPPORTED, "the UDP destination port is not that of RoCEv2");
  }

  private DecodeStatus roce(DecodeStatus found) {
    if (!view.icrcMatches(icrc)) {
      return check.fail(DecodeStatus.MALFORMED, "the invariant CRC does not match");
    }
    if (found == DecodeStatus.MALFORMED) {
      return check.fail(found, "the packet ends within its extended headers");
    }
    return found == DecodeStatus.READ
        ? found
        : check.fail(found, "the base transport header has an unknown opcode, or another version");
  }
}
