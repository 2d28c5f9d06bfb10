package dev.inflight.net.credit;

import dev.inflight.cc.CreditGrants;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;

/**
 * Rules by which receivers grant credit to flows of a class.
 *
 * @param rate share of a link's rate that all credits together let in, 0.01 to 1
 * @param quantumBytes payload that one credit is worth, 1 or more
 * @param payloadBytes payload of a full packet
 * @param overheadBytes bytes of a packet on its link besides the payload, preamble and gap included
 * @param clock arithmetic of time on links
 */
public record CreditRules(double rate, long quantumBytes, int payloadBytes, int overheadBytes, SerializationTime clock) {
  /** Makes the rules of a scheme. */
  public static CreditRules of(CreditGrants grants, Framing framing, SerializationTime clock, int payloadBytes) {
    int overheadBytes = framing.dataBytes(payloadBytes, CreditHeader.BYTES, 0) + framing.gapBytes() - payloadBytes;
    return new CreditRules(grants.rate(), (long) grants.quantumPackets() * payloadBytes, payloadBytes, overheadBytes, clock);
  }

  /** Time, in picoseconds, that a link at {@link #rate} of its own rate takes for this payload, in full packets and a rest. */
  long costPs(long bytes, long linkRateBitsPerSec) {
    long packets = bytes / payloadBytes;
    int rest = (int) (bytes % payloadBytes);
    long ps = packets * clock.serializationPs(payloadBytes + overheadBytes, linkRateBitsPerSec)
        + (rest == 0 ? 0 : clock.serializationPs(rest + overheadBytes, linkRateBitsPerSec));
    return rate == 1 ? ps : (long) Math.ceil(ps / rate);
  }
}
