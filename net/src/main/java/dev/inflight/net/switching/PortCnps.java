package dev.inflight.net.switching;

import dev.inflight.net.switching.stamp.TimedGate;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.switchfeedback.FeedbackFilter;
import org.jspecify.annotations.Nullable;

/** Congestion notification packets that a port sends for packets that it would mark (draft-xiao-rtgwg-rocev2-fast-cnp). */
public final class PortCnps {
  /**
   * Rules by which a port sends congestion notification packets.
   *
   * @param rule their frequency, and marking besides
   * @param byClass form of the notification packets, by class of flow; null for classes with senders that use none
   * @param framings sizes of packets, by class of flow
   */
  public record Manner(FastCnp rule, @Nullable CnpRules[] byClass, Framing[] framings) {
  }

  private final SwitchPort port;
  private final Manner manner;
  private @Nullable FeedbackFilter filter; // most ports never mark
  private long sent;

  PortCnps(SwitchPort port, Manner manner) {
    this.port = port;
    this.manner = manner;
  }

  /**
   * Notifies the sender of a packet to be marked, if the sender uses notifications and its flow has had none here for a time.
   *
   * @return true if the switch marks the packet as well
   */
  boolean alsoMarks(Packet packet, long nowPs) {
    CnpRules rules = manner.byClass[packet.flowClass];
    if (rules == null) {
      return true;
    }
    if (filter().add(TimedGate.key(packet.flow()), nowPs)) {
      Packet cnp = port.owner().takePacket();
      cnp.becomeCnp(packet.flow(), manner.framings[packet.flowClass].cnpBytes(), nowPs);
      cnp.priority = (byte) rules.priority();
      sent++;
      port.owner().originate(cnp, nowPs, port);
    }
    return manner.rule.mark();
  }

  private FeedbackFilter filter() {
    FeedbackFilter made = filter;
    if (made == null) {
      FastCnp rule = manner.rule;
      made = new FeedbackFilter(rule.timerPs(), rule.filterBits(), rule.filterHashes());
      filter = made;
    }
    return made;
  }

  /** Number of notification packets sent so far. */
  long sent() {
    return sent;
  }
}
