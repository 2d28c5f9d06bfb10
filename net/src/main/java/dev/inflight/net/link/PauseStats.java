package dev.inflight.net.link;

import dev.inflight.net.event.Timer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The pauses of a port: how often and how long its priorities were paused, which pauses it obeys, and its response time. */
public final class PauseStats {
  private final long[] sincePs = new long[Packet.PRIORITIES];
  private long pauses;
  private long pausedPs;
  private int ignored;
  /** The priorities with PFC, a bit each; frames of others have no effect. */
  private int lossless = -1;
  private @Nullable PauseListener listener;
  private @Nullable LateResponse response; // no orders where frames have their effect at once

  public void begin(int priority, long nowPs) {
    sincePs[priority] = nowPs;
  }

  public void end(int priority, long nowPs) {
    pausedPs += nowPs - sincePs[priority];
  }

  public void countFrame() {
    pauses++;
  }

  /** Sets the listener of all pauses from now on, at the time of their effect. */
  public void reportTo(PauseListener newListener) {
    listener = newListener;
  }

  /** Pause frames received. */
  public long pauses() {
    return pauses;
  }

  /** Returns the time spent paused until {@code nowPs}, summed over all priorities; {@code priorities} are still paused then. */
  public long pausedPs(int priorities, long nowPs) {
    long total = pausedPs;
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      if ((priorities >> priority & 1) != 0) {
        total += nowPs - sincePs[priority];
      }
    }
    return total;
  }

  /**
   * Sets the priorities for which a port obeys pauses, and its response time.
   *
   * @param priorities priorities with PFC, one bit each; frames of others have no effect
   * @param responsePs time from a frame's arrival to its effect, in picoseconds; 0 or more
   */
  public void obey(int priorities, long responsePs, Port port) {
    lossless = priorities;
    response = responsePs == 0 ? null : new LateResponse(port, responsePs);
  }

  /** Handles a PFC frame that arrives at a port, which responds at once or later. */
  void arrive(Packet frame, LinkObserver observer, Port port) {
    boolean pause = frame.kind == Packet.Kind.PAUSE;
    if (pause) {
      countFrame();
    }
    if ((lossless >> frame.priority & 1) == 0) {
      return;
    }
    if (response == null) {
      port.respond(frame.priority, pause, observer, frame.timePs);
    } else {
      response.add(frame.priority, pause, observer, frame.timePs);
    }
  }

  /** Applies a PFC frame, and returns the priorities that are then paused, given those that were. */
  int take(int priority, boolean pause, int paused, long nowPs) {
    if (listener != null) {
      listener.pauseChanged(priority, pause, nowPs);
    }
    return change(priority, pause && (ignored >> priority & 1) == 0, paused, nowPs);
  }

  /** Ends all pauses, because the cable has failed. */
  int endAll(int paused, long nowPs) {
    int rest = paused;
    if (response != null) {
      response.forget();
    }
    for (int priority = 0; priority < Packet.PRIORITIES; priority++) {
      rest = change(priority, false, rest, nowPs);
      if (listener != null) {
        listener.pauseChanged(priority, false, nowPs);
      }
    }
    return rest;
  }

  /**
   * Turns the effect of a priority's pauses off or on again, and returns the then paused priorities, given those before.
   */
  int ignore(int priority, boolean on, int paused, long nowPs) {
    ignored = on ? ignored | 1 << priority : ignored & ~(1 << priority);
    return on ? change(priority, false, paused, nowPs) : paused;
  }

  private int change(int priority, boolean pause, int paused, long nowPs) {
    int bit = 1 << priority;
    boolean was = (paused & bit) != 0;
    if (pause == was) {
      return paused;
    }
    if (pause) {
      begin(priority, nowPs);
      return paused | bit;
    }
    end(priority, nowPs);
    return paused & ~bit;
  }

  /** Frames that have arrived, and take effect in order after the port's response time. */
  private static final class LateResponse extends Timer {
    private final Port port;
    private final long afterPs;
    private final Queue<Order> waiting = new ArrayDeque<>();

    /** A PFC frame's content, and the time of its effect. */
    private record Order(int priority, boolean pause, LinkObserver observer, long fromPs) {
    }

    LateResponse(Port port, long afterPs) {
      super(port.loop(), port);
      this.port = port;
      this.afterPs = afterPs;
    }

    void add(int priority, boolean pause, LinkObserver observer, long nowPs) {
      waiting.add(new Order(priority, pause, observer, nowPs + afterPs));
      if (!isSet()) {
        set(nowPs + afterPs);
      }
    }

    void forget() {
      waiting.clear();
      cancel();
    }

    @Override
    protected void fired(long nowPs) {
      for (Order next = waiting.peek(); next != null && next.fromPs <= nowPs; next = waiting.peek()) {
        waiting.remove();
        port.respond(next.priority, next.pause, next.observer, nowPs);
      }
      Order next = waiting.peek();
      if (next != null) {
        set(next.fromPs);
      }
    }
  }
}
