package dev.inflight.net.nic;

import dev.inflight.net.event.EventKeys;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;

/** A flow from its NIC's point of view: whether and when it may send, and its next packet. */
public abstract class NicFlow extends FlowEnd implements EventKeys {
  /** Value of {@link #usedBytes} with nothing to send. */
  static final long NOTHING = Long.MAX_VALUE;

  private final NicSlot slot = new NicSlot();
  private final int priority;
  private int turn;
  /** Used part of the window, in bytes; {@link #NOTHING} if no packet may leave, whatever the window. */
  public long usedBytes;
  public long windowBytes;
  public long nextSendPs;
  /** True if a part of a burst has not left the NIC: the flow's next packet leaves before other flows. */
  public boolean inBurst;
  private Nic nic;
  private Standing standing = Standing.UNROUTED;

  /**
   * Makes a flow without a NIC.
   *
   * @param priority the priority of its packets
   * @param first the first NIC of its host, which draws the keys of its timers until the flow has a NIC
   */
  public NicFlow(int priority, Nic first) {
    this.priority = priority;
    nic = first;
  }

  /** The next packet, with its first bit at {@code startPs}. */
  public abstract Packet nextPacket(long startPs);

  /** True if only time holds the flow back: it has bytes left, room in its window, and its priority is not paused. */
  final boolean isSendable(int pausedPriorities) {
    return usedBytes < windowBytes && (pausedPriorities >> priority & 1) == 0;
  }

  /** The priority of its packets. */
  final int priority() {
    return priority;
  }

  public final boolean hasBytesLeft() {
    return usedBytes != NOTHING;
  }

  /** True if the NIC must remove the flow from its list: it has ended, or is a stream without bytes. */
  final boolean isGone() {
    return standing == Standing.LEAVING || standing == Standing.DONE;
  }

  /** State of the flow between host and NICs. */
  public final Standing standing() {
    return standing;
  }

  /** True if the flow has ended. */
  public final boolean isFinished() {
    return standing == Standing.DONE;
  }

  /** True if no route leads to its destination now, so it has no NIC. */
  public final boolean hasNoRoute() {
    return standing == Standing.UNROUTED;
  }

  /** Called when a NIC takes the flow into its list. */
  public final void moveTo(Nic newNic) {
    nic = newNic;
    inBurst = false; // the rest of a burst leaves through the other NIC
    standing = Standing.SCHEDULED;
  }

  /** The NIC of the flow, or its last one; the host's first NIC before it had a route. */
  public final Nic nic() {
    return nic;
  }

  /** The order key of an event of its timers, drawn by its NIC. */
  @Override
  public final long nextKey() {
    return nic.nextKey();
  }

  /** Sets its state between host and NICs. */
  protected final void standing(Standing now) {
    standing = now;
  }

  /** Called when a list has removed the flow. */
  public final void takenOff() {
    if (standing != Standing.DONE) {
      standing = Standing.IDLE;
    }
  }

  public final long nextSendPs() {
    return nextSendPs;
  }

  /** Position among its NIC's flows, for the list that keeps them in order. */
  final int turn() {
    return turn;
  }

  final void turn(int newTurn) {
    turn = newTurn;
  }

  /** Moves the start of the gap after the last packet this much earlier: the packet had waited, which must not cost pace. */
  final void creditWait(long waitPs) {
    nextSendPs -= waitPs;
  }

  /** Slot in the NIC's scheduling engines, if those are limited. */
  public final NicSlot slot() {
    return slot;
  }
}
