package dev.inflight.live.loop;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Event loop in real time. One thread runs the due events, and polls its sources for frames in between. An event is never early;
 * {@link #lateness} reports how late events are. Time starts at 0 with the loop, or at {@link #begin}; picoseconds last for 106
 * days, after which the loop throws an {@link IllegalStateException}.
 *
 * <p>All methods except {@link #execute} and {@link #stop} belong to the thread that runs the loop.
 */
public final class RealLoop implements EventLoop {
  /** Largest number of tasks, and of frames of each source, in one round: a flood of one kind must not delay the others. */
  private static final int ROUND = 64;
  /**
   * Largest number of events in one round. A frame creates two or more events: with fewer in a round, frames would wait until
   * their memory is no longer cached.
   */
  private static final int EVENTS = 4 * ROUND;
  private static final long PS_PER_NANO = 1000;
  /** Time before the next event at which a sleep ends, for the kernel to wake a thread; the loop spins for the rest. */
  private static final long WAKE_NANOS = 20_000;
  /**
   * Divisor of a sleep's time that bounds its lateness: sleeps of poll(2) are late by up to 1/200 of their time if the process is
   * niced, and 1/1000 otherwise (fs/select.c of Linux).
   */
  private static final long SHARE_LATE = 200;
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;
  /** Part of a standstill that counts even if standstills are left out: about as long as a busy machine makes threads wait. */
  private static final long LONGEST_STANDSTILL_NANOS = 3_000_000;
  /** Exponent of the decay: each event reduces the recent lateness by 2^-10 of it. */
  private static final int FORGETTING = 10;
  /** Longest sleep while a source waits for room in the kernel. */
  private static final long ROOM_NANOS = 50_000;

  private final EventHeap events = new EventHeap();
  private final List<Source> sources = new ArrayList<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final LongSupplier nanos;
  private final Waiting waiting;
  private final Sleeper sleeper;
  private final Lateness lateness = new Lateness();
  private volatile long beginNanos;
  private boolean leavesStandstillsOut;
  private volatile @Nullable Thread runner;
  private long recentLatenessPs;
  private long lastNanos;
  private long idlePs;
  private long endedPs;
  private long framesTaken;
  private long roundsWithFrames;
  private volatile boolean stopped;
  private volatile boolean asleep;

  /** Creates a loop that reads the machine's clock. */
  public RealLoop(Waiting waiting, Sleeper sleeper) {
    this(waiting, sleeper, System::nanoTime);
  }

  /**
   * Creates a loop with a given clock.
   *
   * @param sleeper sleeper for loops that wait by sleeping
   * @param nanos time in nanoseconds from any origin; never goes back
   */
  public RealLoop(Waiting waiting, Sleeper sleeper, LongSupplier nanos) {
    this.waiting = waiting;
    this.sleeper = sleeper;
    this.nanos = nanos;
    beginNanos = nanos.getAsLong();
  }

  /** Adds a source, which is polled from now on; before the loop runs, or from within. */
  public void add(Source source) {
    sources.add(source);
    sleeper.watch(List.copyOf(sources));
  }

  /** Removes a source. */
  public void remove(Source source) {
    sources.remove(source);
    sleeper.watch(List.copyOf(sources));
  }

  /** Restarts time at 0; scheduled events keep their times. */
  public void begin() {
    begin(0);
  }

  /**
   * Sets the time; scheduled events keep their times.
   *
   * @param atPs current time, in picoseconds, 0 or more
   */
  public void begin(long atPs) {
    lastNanos = nanos.getAsLong();
    beginNanos = lastNanos - atPs / PS_PER_NANO;
  }

  /** Restarts time at 0 without events, when all users of the loop restart too. Call it from within a task. */
  public void restart() {
    events.clear();
    begin();
  }

  /**
   * Leaves standstills out from now on: if the machine keeps the loop's thread from running for long, most of that time does not
   * count. Frames that arrived meanwhile are processed before a wait for them ends. Not for links with a guaranteed rate.
   */
  public void leaveStandstillsOut() {
    leavesStandstillsOut = true;
    lastNanos = nanos.getAsLong();
  }

  /** Time since the loop was created or {@linkplain #begin started}, in picoseconds; without standstills if left out. */
  public long nowPs() {
    long now = nanos.getAsLong();
    if (leavesStandstillsOut && isRunner()) {
      long stoodNanos = now - lastNanos - LONGEST_STANDSTILL_NANOS;
      if (stoodNanos > 0) {
        leaveOut(stoodNanos);
      }
      lastNanos = now;
    }
    return (now - beginNanos) * PS_PER_NANO;
  }

  /** True in the loop's thread, and in every thread before the loop runs. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isRunner() {
    Thread thread = runner;
    return thread == null || thread == Thread.currentThread();
  }

  /** Leaves a standstill out of the time; only this thread writes the field. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void leaveOut(long stoodNanos) {
    beginNanos += stoodNanos;
  }

  /** Schedules an event; its time may be in the past: the event is then late already. */
  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    events.add(event);
  }

  /** Runs a task in the loop's thread soon; from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    if (asleep) {
      sleeper.wake();
    }
  }

  /** Ends {@link #run} after the current round; from any thread. */
  public void stop() {
    stopped = true;
    sleeper.wake();
  }

  /** Lateness of events. */
  public Lateness lateness() {
    return lateness;
  }

  /** Recent lateness of events, in picoseconds: that of the latest event, reduced by a 1,024th with each later event. */
  public long recentLatenessPs() {
    return recentLatenessPs;
  }

  /** Share of its run time in which the loop was idle: near 0 if the machine is too slow for its work. */
  public double idleShare() {
    return endedPs <= 0 ? 1 : (double) idlePs / endedPs;
  }

  /** Average number of frames that its sources received at once, over the rounds with frames; 0 if none arrived. */
  public double framesAtOnce() {
    return roundsWithFrames == 0 ? 0 : (double) framesTaken / roundsWithFrames;
  }

  /** Thread that runs the loop, or ran its last {@link #round}; null before the first round, and after {@link #run}. */
  public @Nullable Thread runner() {
    return runner;
  }

  /** Number of waiting events. */
  public int waitingEvents() {
    return events.count();
  }

  /** Runs the loop until it is stopped. */
  public void run() {
    run(Long.MAX_VALUE);
  }

  /** Runs the loop until it is stopped, or until a time, in picoseconds. */
  public void run(long untilPs) {
    runner = Thread.currentThread();
    long roundPs = nowPs();
    while (!stopped && roundPs <= untilPs) {
      if (round() == 0) {
        pause();
        long endPs = nowPs();
        idlePs += endPs - roundPs;
        roundPs = endPs;
      } else {
        roundPs = nowPs();
      }
    }
    stopped = false;
    endedPs = nowPs();
    runner = null; // the next round may run in another thread
  }

  /** Runs one round of the due work; returns the amount of work done. */
  public int round() {
    runner = Thread.currentThread();
    int done = 0;
    for (Runnable task = tasks.poll(); task != null; task = done < ROUND ? tasks.poll() : null) {
      task.run();
      done++;
    }
    long nowPs = nowPs();
    if (nowPs < 0) {
      throw new IllegalStateException("the loop has run for 106 days, and its time, in picoseconds, has come to its end");
    }
    int frames = 0;
    for (int at = 0; at < sources.size(); at++) {
      frames += sources.get(at).poll(nowPs, ROUND);
    }
    if (frames > 0) {
      framesTaken += frames;
      roundsWithFrames++;
      done += frames;
    }
    done += fireDue(nowPs());
    for (int at = 0; at < sources.size(); at++) {
      sources.get(at).endRound();
    }
    return done;
  }

  /** Runs the remaining tasks of {@link #execute} after the loop has stopped, so that no caller waits in vain. */
  public void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private int fireDue(long nowPs) {
    int fired = 0;
    for (Event first = events.peek(); first != null && first.timePs <= nowPs && fired < EVENTS; first = events.peek()) {
      long latePs = nowPs - first.timePs;
      lateness.add(latePs);
      recentLatenessPs = Math.max(latePs, recentLatenessPs - (recentLatenessPs >> FORGETTING));
      events.remove().fire();
      fired++;
    }
    return fired;
  }

  private void pause() {
    if (waiting == Waiting.SPIN) {
      Thread.onSpinWait();
      return;
    }
    Event first = events.peek();
    long untilNanos = first == null ? LONGEST_SLEEP_NANOS : wakeAfter((first.timePs - nowPs()) / PS_PER_NANO);
    if (untilNanos <= 0) {
      Thread.onSpinWait();
      return;
    }
    asleep = true;
    if (tasks.isEmpty() && !stopped) { // from now on adding a task wakes the loop
      long mostNanos = Math.min(untilNanos, isWaitingForRoom() ? ROOM_NANOS : LONGEST_SLEEP_NANOS);
      sleeper.sleep(mostNanos);
      if (leavesStandstillsOut) {
        lastNanos += Math.clamp(nanos.getAsLong() - lastNanos, 0, mostNanos); // a deliberate sleep of this length
      }
    }
    asleep = false;
  }

  /** Time of an early wake-up: the kernel may end a long sleep late by a share of its time, so a short one follows. */
  private static long wakeAfter(long nanos) {
    return nanos - WAKE_NANOS - nanos / SHARE_LATE;
  }

  private boolean isWaitingForRoom() {
    for (int at = 0; at < sources.size(); at++) {
      if (sources.get(at).isWaitingForRoom()) {
        return true;
      }
    }
    return false;
  }
}
