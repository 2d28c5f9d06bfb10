package dev.inflight.net.credit;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;

/**
 * The receiving end of a flow under credit of its host: in front of the data's receiver, it reads the flow's requests. It does
 * not look into recovery: a packet out of order or a trimmed one shows missing bytes of which the sender has no report yet, so it
 * grants a packet in any case; that packet's request is exact again.
 */
public final class CreditedEnd extends FlowEnd {
  private final Flow flow;
  private final FlowEnd data;
  private final CreditGranter granter;
  private final CreditPacers pacers;
  private final Credit credit;
  private Nic at;
  private long messages;

  /**
   * Makes an end.
   *
   * @param data takes the flow's packets
   * @param pacers pacers of its host
   * @param first any of the host's NICs, until a packet has come
   */
  public CreditedEnd(Flow flow, FlowEnd data, CreditGranter granter, CreditRules rules, CreditPacers pacers, Nic first) {
    this.flow = flow;
    this.data = data;
    this.granter = granter;
    this.pacers = pacers;
    at = first;
    credit = new Credit(rules) {
      @Override
      void granted(long nowPs) {
        sendGrant(grantedBytes(), nowPs);
      }
    };
  }

  @Override
  public void receive(Packet packet) {
    if (!CreditHeader.isIn(packet)) {
      data.receive(packet);
      return;
    }
    long nowPs = packet.timePs;
    long number = packet.number;
    boolean trimmed = packet.kind == Packet.Kind.TRIMMED;
    at = (Nic) packet.at;
    long header = CreditHeader.take(packet);
    credit.want(CreditHeader.wantedBytes(header));
    data.receive(packet);
    if (trimmed || number > data.expectedNumber()) {
      credit.wantMore(credit.rules.payloadBytes());
    }
    if (CreditHeader.isRepeated(header) && credit.openBytes() <= 0) {
      sendGrant(credit.grantedBytes(), nowPs); // the whole request is granted, so the credit was lost
    }
    pacers.of(at).asked(credit, nowPs);
  }

  /** Sends a grant, unless the flow has arrived as a whole and needs no credit. */
  private void sendGrant(long grantedBytes, long nowPs) {
    boolean whole = flow.beginsWithPacket()
        && data.expectedNumber() >= flow.numberOf(flow.sizeBytes(), credit.rules.payloadBytes());
    if (!whole) {
      granter.grant(messages++, grantedBytes, at, nowPs);
    }
  }

  @Override
  public long expectedNumber() {
    return data.expectedNumber();
  }
}
