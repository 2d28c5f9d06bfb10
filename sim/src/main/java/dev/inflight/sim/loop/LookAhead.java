package dev.inflight.sim.loop;

import dev.inflight.net.event.Event;
import dev.inflight.net.link.Packet;

/**
 * Reads the fields that the events of the next slots need, so that they are in the processor's cache in time. A packet has not
 * been accessed since it left its last port, and in a large fabric thousands of others passed meanwhile. The events of a slot are
 * independent, so memory answers for all of them at once; fired one by one, each would wait for several answers in a row.
 *
 * <p>It affects only speed. If all events fit the cache, it only costs.
 */
final class LookAhead {
  /** Number of scheduled events that, at some 200 bytes each, do not fit a cache of a megabyte besides ports and flows. */
  private static final int MANY = 4096;

  private final Wheel wheel;
  private final int slotMask;
  private long seenTo;
  /** Meaningless: keeps the compiler from removing the reads. */
  private long read;

  LookAhead(Wheel wheel, int slots) {
    this.wheel = wheel;
    slotMask = slots - 1;
  }

  /** Called before the events of this slot run. */
  void before(long slot) {
    if (wheel.held() < MANY) {
      return;
    }
    long sum = 0;
    for (long to = Math.max(seenTo, slot); to <= slot + 2; to++) {
      sum += themselves((int) to & slotMask);
    }
    seenTo = slot + 3;
    read = sum + surroundings((int) (slot + 1) & slotMask);
  }

  private long themselves(int slot) {
    long sum = 0;
    for (int at = 0, count = wheel.count(slot); at < count; at++) {
      Event event = wheel.get(slot, at);
      if (event instanceof Packet packet) {
        sum += packet.readAhead();
      }
    }
    return sum;
  }

  private long surroundings(int slot) {
    long sum = 0;
    for (int at = 0, count = wheel.count(slot); at < count; at++) {
      Event event = wheel.get(slot, at);
      if (event instanceof Packet packet) {
        sum += packet.readNextPort();
      }
    }
    return sum;
  }
}
