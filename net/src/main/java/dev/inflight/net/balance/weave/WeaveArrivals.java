package dev.inflight.net.balance.weave;

import dev.inflight.net.balance.BalancedSwitch;
import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.event.Timer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flows that come to the leaf of their destination: packets of a new path wait until the last one of the old path has passed, or
 * is given up (§3.3).
 */
final class WeaveArrivals {
  /** Answers the request of an epoch. */
  static final byte REPLY = 0;
  /** The last packet of an epoch over its old path has come, or is given up. */
  static final byte CLEAR = 1;
  /** A packet that has come over a path is marked. */
  static final byte NOTIFY = 2;

  private static final int NO_EPOCH = Integer.MIN_VALUE;
  /** Packets are not late for longer. */
  private static final int LATEST_EPOCHS = 16;

  private final ConWeave rules;
  private final BalancedSwitch at;
  private final int signalBytes;
  private final Port anyPort;
  private final ReorderCounts counts;
  private final FlowEntries<Arriving> flows;
  private int[] queues = {}; // by the number of the port
  private final List<Arriving> holding = new ArrayList<>();

  WeaveArrivals(ConWeave rules, BalancedSwitch at, int signalBytes, Port anyPort, ReorderCounts counts) {
    this.rules = rules;
    this.at = at;
    this.signalBytes = signalBytes;
    this.anyPort = anyPort;
    this.counts = counts;
    flows = new FlowEntries<>(Arriving::new, rules.inactivePs());
  }

  /** A flow. Its timer fires when it has waited long enough for the last packet of the old path. */
  private final class Arriving extends FlowEntry {
    private final Timer patience = new Timer(anyPort.loop(), anyPort) {
      @Override
      protected void fired(long nowPs) {
        giveUp(Arriving.this, nowPs);
      }
    };
    /** The epoch of the packets that are held back, or were last. */
    private int epoch;
    /** The epoch of which packets of the new path pass. */
    private int passing;
    /** The epoch of the old packets that come behind new ones, if they still come. */
    private int givenUp;
    private @Nullable Packet head;
    private @Nullable Packet last;
    private @Nullable Port out;
    private @Nullable Flow of;
    /** The last packet of the old path: whether there was one, the time at which it left the other leaf, and its arrival. */
    private boolean hasOld;
    private short oldSentUs;
    private long oldPs;
    private short tailUs;

    @Override
    boolean isNeeded() {
      return head != null;
    }

    @Override
    void clear() {
      epoch = NO_EPOCH;
      passing = NO_EPOCH;
      givenUp = NO_EPOCH;
      hasOld = false;
    }
  }

  /**
   * Handles a packet from another leaf.
   *
   * @return true if this object sends the packet, now or later
   */
  boolean take(Packet packet, Port to) {
    long nowPs = packet.timePs;
    long marks = packet.overlay;
    byte epoch = WeaveMarks.epoch(marks);
    int flags = WeaveMarks.flags(marks);
    Flow flow = packet.flow();
    Arriving state = flows.find(flow.id());
    if (state == null) {
      state = flows.add(flow.id(), nowPs);
    } else if (nowPs - state.lastPs > rules.inactivePs() && state.head == null) {
      state.clear();
    }
    state.lastPs = nowPs;
    if (packet.ecnMarked) {
      signal(flow, NOTIFY, WeaveMarks.path(marks), nowPs);
    }
    if ((flags & WeaveMarks.REROUTED) != 0) {
      return takeNew(state, packet, epoch, to);
    }
    if ((flags & WeaveMarks.REQUEST) != 0) {
      signal(flow, REPLY, epoch, nowPs);
    }
    return takeOld(state, packet, epoch, (flags & WeaveMarks.TAIL) != 0, to);
  }

  private boolean takeNew(Arriving state, Packet packet, byte epoch, Port to) {
    if (state.passing == epoch) {
      return false;
    }
    if (state.head != null && state.epoch != epoch) {
      release(state, packet.timePs); // it waits for a packet that the other leaf has given up
    }
    if (state.head == null) {
      if (queues(to) == rules.queues()) {
        state.passing = epoch;
        state.givenUp = epoch;
        return false;
      }
      state.epoch = epoch;
      state.out = to;
      state.of = packet.flow();
      state.tailUs = WeaveMarks.tailUs(packet.overlay);
      count(to, 1);
      holding.add(state);
      state.patience.set(state.hasOld ? dueOf(state, packet.timePs) : packet.timePs + rules.resumePs());
    }
    Packet before = state.last;
    if (before == null) {
      state.head = packet;
    } else {
      before.next = packet;
    }
    state.last = packet;
    counts.heldPackets++;
    counts.heldBytes += packet.sizeBytes;
    counts.peakHeldBytes = Math.max(counts.peakHeldBytes, counts.heldBytes);
    return true;
  }

  private boolean takeOld(Arriving state, Packet packet, byte epoch, boolean tail, Port to) {
    long nowPs = packet.timePs;
    if (state.givenUp != NO_EPOCH) {
      int since = (byte) (epoch - state.givenUp);
      if (since <= 0) {
        counts.latePackets++;
        return false;
      }
      state.givenUp = since > LATEST_EPOCHS ? NO_EPOCH : state.givenUp;
    }
    if (state.passing != NO_EPOCH && (byte) (epoch - state.passing) > 0) {
      state.passing = NO_EPOCH;
    }
    if (state.head != null && (byte) (epoch - state.epoch) > 0) {
      release(state, nowPs); // of an epoch that the other leaf has ended without an answer
    }
    state.hasOld = true;
    state.oldSentUs = WeaveMarks.sentUs(packet.overlay);
    state.oldPs = nowPs;
    boolean isHolding = state.head != null;
    if (!tail || isHolding && epoch != state.epoch) {
      if (isHolding) {
        state.patience.set(dueOf(state, nowPs));
      }
      return false;
    }
    state.passing = epoch;
    signal(packet.flow(), CLEAR, epoch, nowPs);
    if (!isHolding) {
      return false;
    }
    at.resume(packet, to, nowPs);
    release(state, nowPs);
    return true;
  }

  /** Expected arrival of the old path's last packet if it takes as long as the packet before it, plus a margin (appendix A). */
  private long dueOf(Arriving state, long nowPs) {
    return Math.max(nowPs, state.oldPs + WeaveMarks.betweenPs(state.oldSentUs, state.tailUs) + rules.extraPs());
  }

  private void giveUp(Arriving state, long nowPs) {
    counts.timeouts++;
    state.passing = state.epoch;
    state.givenUp = state.epoch;
    Flow of = state.of;
    if (of != null) {
      signal(of, CLEAR, state.epoch, nowPs);
    }
    release(state, nowPs);
  }

  /** Sends all that is held back. */
  private void release(Arriving state, long nowPs) {
    Port to = state.out;
    Packet packet = state.head;
    state.patience.cancel();
    state.head = null;
    state.last = null;
    state.out = null;
    state.of = null;
    if (to == null) {
      return;
    }
    count(to, -1);
    holding.remove(state);
    while (packet != null) {
      Packet after = (Packet) packet.next;
      packet.next = null;
      counts.heldBytes -= packet.sizeBytes;
      at.resume(packet, to, nowPs);
      packet = after;
    }
  }

  private int queues(Port port) {
    return port.number() < queues.length ? queues[port.number()] : 0;
  }

  private void count(Port port, int change) {
    if (port.number() >= queues.length) {
      queues = Arrays.copyOf(queues, port.number() + 1);
    }
    queues[port.number()] += change;
    counts.peakQueues = Math.max(counts.peakQueues, queues[port.number()]);
  }

  private void signal(Flow flow, byte kind, int about, long nowPs) {
    Packet signal = at.takePacket();
    signal.becomePathSignal(flow, kind, about, signalBytes, nowPs);
    at.originate(signal, nowPs);
  }

  /** Packets that are held back. */
  List<Packet> held() {
    var all = new ArrayList<Packet>();
    for (Arriving state : holding) {
      for (Packet packet = state.head; packet != null; packet = (Packet) packet.next) {
        all.add(packet);
      }
    }
    return all;
  }
}
