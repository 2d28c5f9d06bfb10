package dev.inflight.net;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A loop that fires events up to a given time late, each by its own amount, and so out of order; on time with a lateness of 0.
 * It also keeps the books: which packets are on a wire.
 */
public final class LateLoop implements EventLoop {
  private record Due(Event event, long firePs, long order) {
  }

  private final PriorityQueue<Due> queue = new PriorityQueue<>(Comparator.comparingLong(Due::firePs)
      .thenComparingLong(due -> due.event.timePs).thenComparingLong(due -> due.event.key).thenComparingLong(Due::order));
  private final Map<Port, Long> lastOnWire = new HashMap<>();
  private final SplittableRandom random;
  private final long latenessPs;
  private long scheduled;
  private long firedPs;
  long payloadOnWires;
  public long fired;
  @Nullable
  Runnable audit;

  public LateLoop(long latenessPs, long seed) {
    this.latenessPs = latenessPs;
    random = new SplittableRandom(seed);
  }

  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    long late = latenessPs == 0 ? 0 : random.nextLong(latenessPs + 1);
    long firePs = Math.max(atPs + late, firedPs);
    if (event instanceof Packet packet) {
      firePs = lastOnWire.merge(packet.at, firePs, Math::max); // a wire is a queue, however late its reader is
    }
    queue.add(new Due(event, firePs, scheduled++));
    if (event instanceof Packet packet && packet.kind == Packet.Kind.DATA) {
      payloadOnWires += packet.payloadBytes;
    }
  }

  /** Fires events until none is left or the next one is later than {@code untilPs}; returns true if any is left. */
  public boolean run(long untilPs) {
    while (!queue.isEmpty() && queue.peek().firePs <= untilPs) {
      Due due = queue.poll();
      firedPs = due.firePs;
      if (due.event instanceof Packet packet && packet.kind == Packet.Kind.DATA) {
        payloadOnWires -= packet.payloadBytes;
      }
      fired++;
      due.event.fire();
      if (audit != null && fired % 16 == 0) {
        audit.run();
      }
    }
    return !queue.isEmpty();
  }
}
