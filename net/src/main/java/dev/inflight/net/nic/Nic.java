package dev.inflight.net.nic;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.LinkObserver;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.receive.SlowReceiver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host's port: sends acknowledgements and probes first, then flows in turn; sleeps while no flow may send. */
public final class Nic extends Port {
  private final NicOwner host;
  private final NicConfig rules;
  private final FlowScheduler flows;
  /** The same flows, if blocked ones too set the wake-up time. */
  private final @Nullable RoundRobin blockedFlows;
  private @Nullable Packet firstAck;
  private @Nullable Packet lastAck;
  /** Acknowledgements up to this one may not leave while the same priorities are paused. */
  private @Nullable Packet heldBack;
  private int heldBackBy;
  private long ackBytes;
  private @Nullable SlowReceiver slowly;
  private long statedBitsPerSec;
  private final Timer wake = new WakeTimer();

  public Nic(Site site, NicOwner host, NicConfig rules, NicCounters counters) {
    super(site);
    this.host = host;
    this.rules = rules;
    statedBitsPerSec = site.rateBitsPerSec();
    if (rules.model() instanceof EngineNic limits) {
      flows = new EngineScheduler(limits, counters);
    } else {
      flows = rules.takesBursts() ? new FlowScheduler.Bursting(new RoundRobin()) : new RoundRobin();
    }
    blockedFlows = rules.waitsForBlockedFlows() ? (RoundRobin) flows : null;
  }

  public FlowScheduler flows() {
    return flows;
  }

  @Override
  public void receive(Packet packet) {
    host.receive(packet, this);
  }

  public void sendAck(Packet ack) {
    long nowPs = ack.timePs;
    ack.next = null;
    if (lastAck == null) {
      firstAck = ack;
    } else {
      lastAck.next = ack;
    }
    lastAck = ack;
    ackBytes += ack.sizeBytes;
    kick(nowPs);
  }

  /** Announces a rate of the link to the host, in bit/s, from now on. */
  public void announce(long rateBitsPerSec) {
    statedBitsPerSec = rateBitsPerSec;
  }

  /** The rate of the link that the host uses, in bit/s: the cable's, unless another one was announced. */
  public long statedBitsPerSec() {
    return statedBitsPerSec;
  }

  /**
   * Sets the rate at which the host accepts packets from now on, or restores that of the link.
   *
   * @param rateBitsPerSec 0: that of the link
   * @param bufferBytes bytes that may wait before the NIC pauses or drops
   * @param lossless priorities that the NIC pauses, a bit each; it drops packets of others
   */
  public void receiveAt(long rateBitsPerSec, long bufferBytes, int lossless, long nowPs) {
    SlowReceiver before = slowly;
    slowly = rateBitsPerSec == 0 ? null : new SlowReceiver(this, rateBitsPerSec, bufferBytes, lossless);
    arrivals.queueIn(slowly);
    watchArrivals();
    if (before != null) {
      before.end(nowPs);
    }
  }

  /** Application bytes that have arrived and wait for the host. */
  public long payloadBytesBeforeHost() {
    return slowly == null ? 0 : slowly.heldPayloadBytes();
  }

  @Override
  public void sendPauseFrame(Packet.Kind pauseOrResume, int priority, long nowPs) {
    if (!isUp()) {
      return;
    }
    Packet frame = host.pauseFrame(pauseOrResume, priority, nowPs);
    Packet before = null;
    for (Packet ack = firstAck; ack != null && ack.kind.isLinkControl(); ack = (Packet) ack.next) {
      before = ack;
    }
    frame.next = before == null ? firstAck : before.next;
    if (before == null) {
      firstAck = frame;
    } else {
      before.next = frame;
    }
    if (frame.next == null) {
      lastAck = frame;
    }
    heldBack = null;
    ackBytes += frame.sizeBytes;
    kick(nowPs);
  }

  @Override
  public boolean isPausing(int priority) {
    return slowly != null && slowly.isPausing(priority);
  }

  /**
   * Removes and returns the first acknowledgement of an unpaused priority. Acknowledgements that a pause holds back are examined
   * once, and not with each new one.
   */
  private @Nullable Packet nextAck() {
    Packet before = heldBackBy == pausedPriorities ? heldBack : null;
    Packet ack = before == null ? firstAck : (Packet) before.next;
    while (ack != null && !mayLeave(ack)) {
      before = ack;
      ack = (Packet) ack.next;
    }
    heldBack = before;
    heldBackBy = pausedPriorities;
    return ack == null ? null : takeAck(ack, before);
  }

  private Packet takeAck(Packet ack, @Nullable Packet before) {
    Packet after = (Packet) ack.next;
    if (before == null) {
      firstAck = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      lastAck = before;
    }
    ack.next = null;
    ackBytes -= ack.sizeBytes;
    return ack;
  }

  @Override
  public boolean hasWaiting() {
    return firstAck != null || !flows.isEmpty();
  }

  @Override
  public void startNext(long nowPs) {
    Packet ack = nextAck();
    if (ack != null) {
      transmit(ack, Math.max(Math.max(nowPs, busyUntilPs), ack.timePs));
      return;
    }
    NicFlow sender = flows.next(nowPs, pausedPriorities);
    if (sender != null) {
      long startPs = Math.max(nowPs, busyUntilPs);
      Packet packet = sender.nextPacket(startPs);
      flows.sent(sender, startPs);
      transmit(packet, startPs);
      return;
    }
    if (blockedFlows != null) {
      // Its timer follows the earliest flow even if that one is blocked, and stays unset when that time has passed.
      long earliest = blockedFlows.earliestWithBytesLeft();
      if (!wake.isSet() && earliest != Long.MAX_VALUE && earliest > nowPs) {
        wake.set(earliest);
      }
    } else {
      long earliest = flows.earliestSendable(pausedPriorities);
      if (earliest < wake.atPs()) {
        wake.set(Math.max(earliest, nowPs));
      }
    }
  }

  private boolean mayLeave(Packet ack) {
    if (ack.kind.isLinkControl()) {
      return true;
    }
    if (ack.kind.measured) { // a probe goes where data goes, and waits where data waits
      return (pausedPriorities >> ack.priority & 1) == 0;
    }
    int priority = rules.ackPausePriority() < 0 ? ack.priority : rules.ackPausePriority();
    return rules.acksIgnorePause() || (pausedPriorities >> priority & 1) == 0;
  }

  /** Called when a flow's window, pace or position has changed, or it has finished. */
  public void changed(NicFlow sender, long nowPs) {
    flows.changed(sender, nowPs);
    kick(Math.min(nowPs, wake.atPs())); // the loop is late: due packets leave at their scheduled times
  }

  /** Called when a flow's next allowed time has moved: a pending timer moves earlier if necessary, never later. */
  public void allowedFrom(long sendPs, long nowPs) {
    if (wake.isSet() && sendPs < wake.atPs()) {
      wake.set(Math.max(sendPs, nowPs));
    }
  }

  /** Wakes the NIC when the first flow that only time holds back may send. */
  private final class WakeTimer extends Timer {
    WakeTimer() {
      super(loop(), Nic.this);
    }

    @Override
    protected void fired(long nowPs) {
      kick(nowPs);
    }
  }

  @Override
  public void lost(Packet packet, LinkObserver.Loss why) {
    host.drop(this, packet, why, packet.timePs);
  }

  @Override
  public void discardQueued(long nowPs) {
    if (slowly != null) {
      slowly.forgetPauses();
    }
    for (Packet ack = firstAck; ack != null; ack = firstAck) {
      host.drop(this, takeAck(ack, null), LinkObserver.Loss.LINK_DOWN, nowPs);
    }
    heldBack = null;
  }

  @Override
  public long waitingBytes() {
    return ackBytes;
  }

  /** The flows that send through this NIC, those that hold a slot before those that wait for one. */
  public List<NicFlow> senders() {
    var senders = new ArrayList<NicFlow>();
    flows.collect(senders);
    return senders;
  }

  /** The acknowledgements that wait here. */
  public List<Packet> waitingPackets() {
    var packets = new ArrayList<Packet>();
    for (Event ack = firstAck; ack != null; ack = ack.next) {
      packets.add((Packet) ack);
    }
    return packets;
  }
}
