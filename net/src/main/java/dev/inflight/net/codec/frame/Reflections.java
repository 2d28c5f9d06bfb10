package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Packet;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Telemetry that answers return, by a network's rules. */
public final class Reflections {
  /** The error of a frame with telemetry that no packet holds. */
  public static final String TOO_MUCH_TELEMETRY = "there is more telemetry than the packet has room for";

  private final @Nullable TelemetryFormat telemetry;
  private final boolean sealed;
  private final boolean counts;
  private final int headerCode;
  private final int notifiedCode;

  /** Makes those of a network with these rules. */
  public Reflections(FrameRules rules) {
    telemetry = rules.telemetry();
    sealed = rules.sealed();
    counts = rules.countsFlows();
    headerCode = telemetry == null ? 0 : telemetry.reflectionCode();
    notifiedCode = rules.chosenLink() ? LinkReport.REFLECTION_CODE : headerCode;
  }

  /** Writes the content that a packet returns, if it has any. */
  public void write(Packet packet, byte[] frame, int at) {
    if (packet.telemetryBytes > 0) {
      Objects.requireNonNull(telemetry, "an answer brings telemetry, and there is none");
      boolean counted = isCounted(packet);
      Reflection.write(frame, at, code(packet), counted, sealed, packet.telemetryBytes - behindReport(counted));
      System.arraycopy(packet.telemetry, 0, frame, at + Reflection.HEADER_BYTES, packet.telemetryBytes);
    }
  }

  private boolean isCounted(Packet answer) {
    return counts && answer.kind.reportsProgress();
  }

  /** Bytes of content behind a report. */
  private int behindReport(boolean counted) {
    return (counted ? Reflection.FLOWS_BYTES : 0) + (sealed ? ReportMac.BYTES : 0);
  }

  private int code(Packet answer) {
    return answer.kind == Packet.Kind.NOTIFICATION || answer.kind == Packet.Kind.TALLY ? notifiedCode : headerCode;
  }

  /** Reads the content that an answer of known kind returns from its payload, which is not empty. */
  public DecodeStatus read(FrameCheck check, int at, int payload, Packet into) {
    byte[] frame = check.view.bytes;
    DecodeStatus outcome = Reflection.check(frame, at, payload);
    if (outcome != DecodeStatus.READ) {
      return check.fail(outcome, "the acknowledgement's payload is no reflection");
    }
    boolean counted = isCounted(into);
    if (telemetry == null || Reflection.formatCode(frame, at) != code(into) || Reflection.isSealed(frame, at) != sealed) {
      return check.fail(DecodeStatus.UNSUPPORTED,
          "the acknowledgement reflects another format, or is sealed against the rules, or not");
    }
    if (Reflection.isCounted(frame, at) != counted) {
      return check.fail(DecodeStatus.UNSUPPORTED,
          counted
              ? "the acknowledgement has no number of flows, which this network's receivers report"
              : "the acknowledgement has a number of flows, which this network's receivers do not report");
    }
    int bytes = Reflection.length(frame, at) + behindReport(counted);
    if (payload - Reflection.HEADER_BYTES != bytes) {
      return check.fail(DecodeStatus.MALFORMED, "the reflection does not fill the acknowledgement's payload");
    }
    if (bytes > into.telemetry.length) {
      return check.fail(DecodeStatus.UNSUPPORTED, TOO_MUCH_TELEMETRY);
    }
    System.arraycopy(frame, at + Reflection.HEADER_BYTES, into.telemetry, 0, bytes);
    into.telemetryBytes = (short) bytes;
    return DecodeStatus.READ;
  }
}
