package dev.inflight.net.host;

import dev.inflight.cc.MarkEcho;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.feedback.ByAcks;
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
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import org.jspecify.annotations.Nullable;

/**
 * How hosts send and receive.
 *
 * @param packets how large packets are, and how long they take
 * @param inBand what data packets carry for congestion control
 * @param acks what receivers answer
 * @param sending what senders and NICs do
 */
public record HostConfig(Packets packets, InBand inBand, Acks acks, Sending sending) {
  /**
   * How large packets are, and how long they take.
   *
   * @param framing sizes of packets
   * @param clock arithmetic of pacing
   * @param payloadBytes payload of a full packet
   */
  public record Packets(Framing framing, SerializationTime clock, int payloadBytes) {
  }

  /**
   * What data packets carry for congestion control.
   *
   * @param telemetry the header that switches fill in; none when the scheme does not ask for it
   * @param hops room in each packet for the records of this many hops
   * @param seal the keys under which receivers seal the telemetry that they send back, or none
   * @param timestampBytes what data packets carry besides, so that the sender can measure the round-trip time
   * @param carrier which packets carry the header
   * @param back what brings it back
   * @param controls what receivers decide by, or choose links by, where they do
   * @param answers when switches answer
   * @param paths which of several paths a flow takes
   * @param trust how far senders trust what comes back
   */
  public record InBand(@Nullable TelemetryCodec telemetry, int hops, @Nullable ReportKeys seal, int timestampBytes,
      TelemetryPackets carrier, FeedbackPath back, @Nullable ReceiverControls controls, SwitchFeedback answers, PathChoice paths,
      FeedbackValidation trust) {
    /** Nothing. */
    public static final InBand NOTHING = new InBand(null, 0, null, 0);

    /** Carried by every data packet and brought back by acknowledgements. */
    public InBand(@Nullable TelemetryCodec telemetry, int hops, @Nullable ReportKeys seal, int timestampBytes) {
      this(telemetry, hops, seal, timestampBytes, EveryDataPacket.DEFAULT, ByAcks.DEFAULT, null, NoSwitchFeedback.DEFAULT,
          OnePath.DEFAULT, NoValidation.DEFAULT);
    }

    /** Whether receivers decide windows; where they choose links, senders decide. */
    public boolean receiversDecide() {
      return controls != null && !back.choosesLink();
    }

    /** Bytes of telemetry that a packet needs room for, the seal counted. */
    public int roomBytes() {
      if (telemetry == null) {
        return 0;
      }
      int least = back.choosesLink() ? LinkReport.BYTES : receiversDecide() ? Packet.WINDOW_BYTES : 0;
      return Math.max(telemetry.bufferBytes(hops), least) + (seal == null ? 0 : ReportMac.BYTES);
    }
  }

  /**
   * What receivers answer.
   *
   * @param everyPackets acknowledge every this many packets
   * @param delayPs acknowledge after this time at the latest, in picoseconds
   * @param ignorePause acknowledgements leave the NIC even while the data's priority is paused
   * @param marks how marks come back where an acknowledgement answers for several packets
   * @param cnps how they answer marks with congestion notification packets; null where they do not
   * @param credits how they grant credit, where they do
   * @param controlPriority answers have the priority of control packets, {@link Packet#APART_PRIORITY}, or that of the flow where it is higher
   */
  public record Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, @Nullable CnpRules cnps,
      @Nullable CreditRules credits, boolean controlPriority) {
    /** Each packet is acknowledged at once, and marks with nothing else. */
    public static final Acks EACH = new Acks(1, 10_000_000, false, MarkEcho.WITH_OTHERS, 0);

    /** Those of hosts that grant no credit, in the priority of the data. */
    public Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, long cnpIntervalPs) {
      this(everyPackets, delayPs, ignorePause, marks, cnpIntervalPs, null);
    }

    /** Those in the priority of the data; a flow has at most one congestion notification packet in this time, in picoseconds, and none at 0. */
    public Acks(int everyPackets, long delayPs, boolean ignorePause, MarkEcho marks, long cnpIntervalPs,
        @Nullable CreditRules credits) {
      this(everyPackets, delayPs, ignorePause, marks, cnpIntervalPs > 0 ? CnpRules.DEFAULT.of(cnpIntervalPs) : null, credits,
          false);
    }
  }

  /**
   * What senders and NICs do.
   *
   * @param paced whether pacing follows the scheme's rate; otherwise it is the line rate
   * @param retransmitTimeoutPs retransmit after this time without an acknowledgement, in picoseconds; {@code Irn} has waits of its own
   * @param recovery what both ends do about losses
   * @param nic how a NIC schedules its flows, and how many
   */
  public record Sending(boolean paced, long retransmitTimeoutPs, Recovery recovery, NicModel nic) {
  }

  /** The behavior profile where nothing else decides; it follows from the framing. */
  public Ns3Compatibility profile() {
    return Ns3Compatibility.of(packets.framing);
  }

  /** Bytes that a packet needs room for where telemetry stands: telemetry, a window or credit, the seal counted. */
  public int roomBytes() {
    int credit = acks.credits == null ? 0 : Packet.WINDOW_BYTES + (inBand.seal == null ? 0 : ReportMac.BYTES);
    return Math.max(inBand.roomBytes(), credit);
  }

  /** Bytes that a flow hands its NIC at a time, where they are more than a packet; otherwise 0. */
  public long burstBytes() {
    long bytes = sending.recovery().burstBytes();
    return bytes > packets.payloadBytes() ? bytes : 0;
  }

  /** What of it is for NICs. */
  public NicConfig nic() {
    Ns3Compatibility profile = profile();
    if (!profile.knowsNicLimits() && !(sending.nic() instanceof UnlimitedNic)) {
      throw new IllegalArgumentException("the authors' NIC has no scheduling engines: with their rules it is unlimited");
    }
    return new NicConfig(sending.nic(), acks.ignorePause(), profile.priorityOfAcks(), profile.waitsForBlockedFlows(),
        burstBytes() > 0);
  }
}
