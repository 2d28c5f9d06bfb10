package dev.inflight.net;

import dev.inflight.telemetry.ReportSeal;
import dev.inflight.telemetry.TelemetryFormat;
import org.jspecify.annotations.Nullable;

/**
 * How hosts send and receive.
 *
 * @param framing sizes of packets
 * @param clock arithmetic of pacing
 * @param payloadBytes payload of a full packet
 * @param telemetry the header that data packets carry; none when the scheme does not ask for it
 * @param telemetryHops room in each packet for the records of this many hops
 * @param seal the key under which receivers seal the telemetry that they send back, or none
 * @param acksIgnorePause acknowledgements leave the NIC even while the data's group is paused
 * @param cnpIntervalPs receivers answer marks with a congestion notification packet, at most one of a flow in this time, in picoseconds; 0
 *     for none
 * @param timestampBytes what data packets carry besides, so that the sender can tell the round-trip time
 * @param ackEveryPackets acknowledge every this many packets
 * @param ackDelayPs acknowledge after this time at the latest, in picoseconds
 * @param retransmitTimeoutPs send again after this time without news, in picoseconds; {@link Irn} has waits of its own
 * @param paced whether pacing follows the scheme's rate; otherwise it is the line rate
 * @param nic how a NIC schedules its flows, and how many
 * @param authors the small rules of the HPCC authors' NIC: when it sets its timer, which duplicates it answers, which pause stops
 *     acknowledgements
 * @param recovery what both ends do about losses
 */
public record HostRules(Framing framing, Clock clock, int payloadBytes, @Nullable TelemetryFormat telemetry, int telemetryHops,
    @Nullable ReportSeal seal, boolean acksIgnorePause, long cnpIntervalPs, int timestampBytes, int ackEveryPackets,
    long ackDelayPs, long retransmitTimeoutPs,
    boolean paced, NicModel nic, boolean authors, Recovery recovery) {
  /** Bytes of telemetry that a packet needs room for, the seal counted. */
  int telemetryRoomBytes() {
    if (telemetry == null) {
      return 0;
    }
    return telemetry.bufferBytes(telemetryHops) + (seal == null ? 0 : ReportSeal.BYTES);
  }
}
