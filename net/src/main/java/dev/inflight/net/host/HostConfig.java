package dev.inflight.net.host;

import dev.inflight.cc.MarkEcho;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.NicConfig;
import dev.inflight.net.nic.NicModel;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.PathChoice;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.validation.FeedbackValidation;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which hosts send and receive.
 *
 * @param packets sizes and serialization times of packets
 * @param inBand data for congestion control in data packets
 * @param acks acknowledgements of receivers
 * @param sending rules of senders and NICs
 */
public record HostConfig(Packets packets, InBand inBand, Acks acks, Sending sending) {
  /**
   * Sizes and serialization times of packets.
   *
   * @param framing sizes of packets
   * @param clock arithmetic of pacing
   * @param payloadBytes payload of a full packet
   */
  public record Packets(Framing framing, SerializationTime clock, int payloadBytes) {
  }

  /**
   * Data for congestion control in data packets.
   *
   * @param telemetry header that switches fill in; none if the scheme does not use it
   * @param hops room in each packet for the records of this many hops
   * @param seal the keys under which receivers seal the telemetry that they send back, or none
   * @param timestampBytes further bytes in data packets, with which the sender measures the round-trip time
   * @param carrier packets that carry the header
   * @param back packets that return telemetry
   * @param controls rules by which receivers decide, choose links or count flows, in schemes in which they do
   * @param answers cases in which switches answer
   * @param paths choice of a flow's path among several
   * @param trust validation of feedback by senders
   */
  public record InBand(@Nullable TelemetryCodec telemetry, int hops, @Nullable ReportKeys seal, int timestampBytes,
      TelemetryPackets carrier, FeedbackPath back, @Nullable ReceiverControls controls, SwitchFeedback answers, PathChoice paths,
      FeedbackValidation trust) {
    /** No data for congestion control. */
    public static final InBand NOTHING = new InBand(null, 0, null, 0);

    /** Makes data that every data packet carries and acknowledgements return. */
    public InBand(@Nullable TelemetryCodec telemetry, int hops, @Nullable ReportKeys seal, int timestampBytes) {
      this(telemetry, hops, seal, timestampBytes, EveryDataPacket.DEFAULT, ByAcks.DEFAULT, null, NoSwitchFeedback.DEFAULT,
          OnePath.DEFAULT, NoValidation.DEFAULT);
    }

    /** True if receivers decide windows; where receivers only choose links or count flows, senders decide. */
    public boolean receiversDecide() {
      return controls != null && !back.helpsSenders();
    }

    /** Bytes of telemetry that a packet needs room for, including the number of flows and the authentication code. */
    public int roomBytes() {
      if (telemetry == null) {
        return 0;
      }
      int least = back.choosesLink() ? LinkReport.BYTES : receiversDecide() ? Packet.WINDOW_BYTES : 0;
      return Math.max(telemetry.bufferBytes(hops), least) + (back.countsFlows() ? Reflection.FLOWS_BYTES : 0)
          + (seal == null ? 0 : ReportMac.BYTES);
    }
  }

  /**
   * Rules by which receivers acknowledge.
   *
   * @param everyPackets acknowledge every this many packets
   * @param delayPs acknowledge after this time at the latest, in picoseconds
   * @param ignorePause acknowledgements leave the NIC even while the data's priority is paused
   * @param marks echo of marks in acknowledgements of several packets
   * @param cnps rules of congestion notification packets for marked data; null without them
   * @param credits rules of granted credit; null without it
   * @param controlPriority answers have the priority of control packets, {@link Packet#APART_PRIORITY}, or that of the flow
   *     where it is higher
   * @param prompt acknowledgements that do not wait, by telemetry; null if acknowledgements wait at every load
   */
  public record Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, @Nullable CnpRules cnps,
      @Nullable CreditRules credits, boolean controlPriority, @Nullable PromptAcks prompt) {
    /** Rules by which each packet is acknowledged at once, with the echo of marks. */
    public static final Acks EACH = new Acks(1, 10_000_000, false, MarkEcho.WITH_OTHERS, 0);

    /** Makes rules without credit, with acknowledgements in the priority of the data. */
    public Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, long cnpIntervalPs) {
      this(everyPackets, delayPs, ignorePause, marks, cnpIntervalPs, null);
    }

    /**
     * Makes rules with acknowledgements in the priority of the data. A flow has at most one congestion notification packet per
     * {@code cnpIntervalPs}, in picoseconds, and none at 0.
     */
    public Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, long cnpIntervalPs,
        @Nullable CreditRules credits) {
      this(everyPackets, delayPs, ignorePause, marks, cnpIntervalPs > 0 ? CnpRules.DEFAULT.of(cnpIntervalPs) : null, credits,
          false, null);
    }
  }

  /**
   * Rules of senders and NICs.
   *
   * @param paced true if pacing follows the scheme's rate; otherwise it is the line rate
   * @param retransmitTimeoutPs time without an acknowledgement before retransmission, in picoseconds; {@code Irn} has other
   *     timeouts
   * @param recovery loss recovery of both ends
   * @param nic number of flows in a NIC, and their scheduling
   */
  public record Sending(boolean paced, long retransmitTimeoutPs, Recovery recovery, NicModel nic) {
  }

  /** The compatibility profile that follows from the framing. */
  public Ns3Compatibility profile() {
    return Ns3Compatibility.of(packets.framing);
  }

  /** Bytes that a packet reserves for telemetry, or for a window or credit, including the authentication code. */
  public int roomBytes() {
    int credit = acks.credits == null ? 0 : Packet.WINDOW_BYTES + (inBand.seal == null ? 0 : ReportMac.BYTES);
    return Math.max(inBand.roomBytes(), credit);
  }

  /** Bytes that a flow hands its NIC at a time if they exceed a packet; otherwise 0. */
  public long burstBytes() {
    long bytes = sending.recovery().burstBytes();
    return bytes > packets.payloadBytes() ? bytes : 0;
  }

  /** The rules of NICs. */
  public NicConfig nic() {
    Ns3Compatibility profile = profile();
    if (!profile.knowsNicLimits() && !(sending.nic() instanceof UnlimitedNic)) {
      throw new IllegalArgumentException("the authors' NIC has no scheduling engines: with their rules it is unlimited");
    }
    return new NicConfig(sending.nic(), acks.ignorePause(), profile.priorityOfAcks(), profile.waitsForBlockedFlows(),
        burstBytes() > 0);
  }
}
