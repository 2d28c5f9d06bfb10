package dev.inflight.net.codec.frame;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/**
 * Rules that both ends of a network must share to turn packets into frames and back.
 *
 * @param framing any but {@link Framing#REFERENCE}
 * @param payloadBytes payload of a full packet, the path MTU of InfiniBand; 1 to 9000
 * @param telemetry the header that data packets carry and acknowledgements bring back, of TCP probes and their answers; or none
 * @param sealed true if a seal follows the content of acknowledgements
 * @param reliable true if data is acknowledged; otherwise it is in unreliable WRITEs, and tallies answer probes
 * @param chosenLink true if notifications have a report of one link, instead of the header of the packet that they answer
 * @param countsFlows true if answers of receivers have their number of flows behind the report
 * @param addresses IP addresses of nodes
 * @param trimDscp the DSCP of trimmed packets of which no request for credit is left, 0 to 63
 * @param plainClasses classes of flows of which no packet carries telemetry: for class n the bit with value 2^n
 */
public record FrameRules(Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry, boolean sealed, boolean reliable,
    boolean chosenLink, boolean countsFlows, AddressBook addresses, int trimDscp, int plainClasses) {
  /** Makes rules of a network with trimmed packets that have the DSCP of their priority. */
  public FrameRules(Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry, boolean sealed, boolean reliable,
      boolean chosenLink, AddressBook addresses) {
    this(framing, payloadBytes, telemetry, sealed, reliable, chosenLink, false, addresses, HeaderChoice.TRIM_DSCP, 0);
  }

  /** Makes rules of a network with the simulator's addresses. */
  public FrameRules(Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry, boolean sealed, boolean reliable,
      boolean chosenLink) {
    this(framing, payloadBytes, telemetry, sealed, reliable, chosenLink, AddressBook.SIMULATED);
  }

  /** Makes rules of a network with acknowledged data. */
  public FrameRules(Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry, boolean sealed) {
    this(framing, payloadBytes, telemetry, sealed, true);
  }

  /** Makes rules of a network with answers that bring headers as they arrived. */
  public FrameRules(Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry, boolean sealed, boolean reliable) {
    this(framing, payloadBytes, telemetry, sealed, reliable, false);
  }

  /** Checks the ranges. */
  public FrameRules {
    if (!Ns3Compatibility.of(framing).hasBytes()) {
      throw new IllegalArgumentException("packets of the reference framing have sizes, but no bytes");
    }
    if (payloadBytes < 1 || payloadBytes > Framing.LARGEST_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "payload of " + payloadBytes + " bytes is outside 1 to " + Framing.LARGEST_PAYLOAD_BYTES);
    }
    if (telemetry != null && telemetry.placement().needsIpv6() && !framing.isIpv6()) {
      throw new IllegalArgumentException("the " + telemetry.name() + " format is carried in an IPv6 header");
    }
    if (telemetry != null && telemetry.placement() == HeaderPlacement.AROUND_UDP && framing.isTcp()) {
      throw new IllegalArgumentException(
          "the " + telemetry.name() + " format is carried around a UDP header, which TCP's probes lack");
    }
    if (framing.isTcp() && !reliable) {
      throw new IllegalArgumentException("TCP acknowledges its data");
    }
  }

  /** Returns these rules with another DSCP for trimmed packets. */
  public FrameRules trimmingTo(int dscp) {
    return new FrameRules(framing, payloadBytes, telemetry, sealed, reliable, chosenLink, countsFlows, addresses, dscp,
        plainClasses);
  }

  /** Returns these rules without telemetry in flows of these classes, as in {@link #plainClasses}. */
  public FrameRules withPlainClasses(int classes) {
    return new FrameRules(framing, payloadBytes, telemetry, sealed, reliable, chosenLink, countsFlows, addresses, trimDscp,
        classes);
  }

  /** Returns these rules with or without the number of flows in answers, as in {@link #countsFlows}. */
  public FrameRules countingFlows(boolean counts) {
    return new FrameRules(framing, payloadBytes, telemetry, sealed, reliable, chosenLink, counts, addresses, trimDscp,
        plainClasses);
  }

  /** True if data packets of a flow may carry telemetry: then all of them have its marker, or blank bytes instead of a header. */
  public boolean marks(Flow flow) {
    return telemetry != null && (plainClasses >> flow.flowClass() & 1) == 0;
  }

  /** Blank bytes that replace the telemetry header in data packets of RoCEv2 without one; empty if nothing replaces it. */
  public byte[] blank() {
    byte[] blank = new byte[telemetry == null || framing.isTcp() ? 0 : telemetry.blankBytes()];
    if (telemetry != null && blank.length > 0) {
      telemetry.writeBlank(blank, 0);
    }
    return blank;
  }

  /** True if packets have an IPv6 header. */
  public boolean ipv6() {
    return framing.isIpv6();
  }
}
