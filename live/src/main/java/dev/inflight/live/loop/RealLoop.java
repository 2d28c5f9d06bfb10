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
 * Real time. One thread runs the events that are due, and asks its sources for frames in between. An event is never early; it is as late
 * as {@link #lateness} reports. Time starts at 0 when the loop is made, or {@linkplain #begin anew}, so that picoseconds last for 106 days; a loop that
 * comes to that end throws an {@link IllegalStateException}.
 *
 * <p>Everything belongs to the thread that runs it, but for {@link #execute} and {@link #stop}.
 */
public final class RealLoop implements EventLoop {
  /** Tasks, and frames of each source, that one round takes at most: a flood of one kind must not keep the others waiting. */
  private static final int ROUND = 64;
  /** Events, likewise. A frame that has come makes two and more: with few of them in a round frames would wait, and their memory is cold by then. */
  private static final int EVENTS = 4 * ROUND;
  private static final long PS_PER_NANO = 1000;
  /** A park ends this long before the next event, and the rest is spent spinning: what the kernel takes to wake a thread. */
  private static final long WAKE_NANOS = 20_000;
  /** Sleeps of poll(2) end late by up to a 200th of their time where the process is niced, and a 1,000th otherwise (fs/select.c of Linux). */
  private static final long SHARE_LATE = 200;
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;
  /** What of a standstill stays in its time, where standstills are left out. A busy machine lets a thread wait for about that long. */
  private static final long LONGEST_STANDSTILL_NANOS = 3_000_000;
  /** Each event takes 2^-10 off the recent lateness. */
  private static final int FORGETTING = 10;
  /** For how long at most it sleeps while a source waits for room in the kernel. */
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

  /** A loop that reads the machine's clock. */
  public RealLoop(Waiting waiting, Sleeper sleeper) {
    this(waiting, sleeper, System::nanoTime);
  }

  /**
   * A loop with a clock of one's own.
   *
   * @param sleeper sleeps, where that is how the loop waits
   * @param nanos the time in nanoseconds from any beginning; never goes back
   */
  public RealLoop(Waiting waiting, Sleeper sleeper, LongSupplier nanos) {
    this.waiting = waiting;
    this.sleeper = sleeper;
    this.nanos = nanos;
    beginNanos = nanos.getAsLong();
  }

  /** Adds a source, which is asked for work from now on; before the loop runs, or from within. */
  public void add(Source source) {
    sources.add(source);
    sleeper.watch(List.copyOf(sources));
  }

  /** Asks a source no more. */
  public void remove(Source source) {
    sources.remove(source);
    sleeper.watch(List.copyOf(sources));
  }

  /** Time starts anew, at 0: what is scheduled keeps its time. */
  public void begin() {
    begin(0);
  }

  /**
   * Time goes on from here: what is scheduled keeps its time.
   *
   * @param atPs what time it is now, in picoseconds, 0 or more
   */
  public void begin(long atPs) {
    lastNanos = nanos.getAsLong();
    beginNanos = lastNanos - atPs / PS_PER_NANO;
  }

  /** Time starts anew, at 0, and nothing is scheduled: where all that has scheduled something starts anew too. From within a task. */
  public void restart() {
    events.clear();
    begin();
  }

  /**
   * From now on, when the machine has kept the loop's thread from running for long, most of that is left out of its time: what had been waited for may
   * have come meanwhile, and is looked at before a wait is over. Not for links that are as fast as they are said to be.
   */
  public void leaveStandstillsOut() {
    leavesStandstillsOut = true;
    lastNanos = nanos.getAsLong();
  }

  /** Time since the loop was made, or since it has {@linkplain #begin started}, in picoseconds; without standstills, where they are left out. */
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

  /** Also before anybody runs it. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isRunner() {
    Thread thread = runner;
    return thread == null || thread == Thread.currentThread();
  }

  /** This thread alone does. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void leaveOut(long stoodNanos) {
    beginNanos += stoodNanos;
  }

  /** An event may be put before the present: it is late already. */
  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    events.add(event);
  }

  /** Runs something in the loop's thread soon; from any thread. */
  public void execute(Runnable task) {
    tasks.add(task);
    if (asleep) {
      sleeper.wake();
    }
  }

  /** Ends {@link #run} after the present round; from any thread. */
  public void stop() {
    stopped = true;
    sleeper.wake();
  }

  /** How late events were. */
  public Lateness lateness() {
    return lateness;
  }

  /**
   * How late events have recently been, in picoseconds: as late as the latest of them, and less by a 1,024th with each that comes after it.
   */
  public long recentLatenessPs() {
    return recentLatenessPs;
  }

  /** Share of the time of its run in which there was nothing to do: near 0 when the machine is too slow for what is asked of it. */
  public double idleShare() {
    return endedPs <= 0 ? 1 : (double) idlePs / endedPs;
  }

  /** Frames that its sources have taken, over the rounds in which there were any: how many came at once; 0 when none came. */
  public double framesAtOnce() {
    return roundsWithFrames == 0 ? 0 : (double) framesTaken / roundsWithFrames;
  }

  /** The thread that runs it, or has run its last {@link #round}; null before the first, and when {@link #run} has returned. */
  public @Nullable Thread runner() {
    return runner;
  }

  /** Events that wait. */
  public int waitingEvents() {
    return events.count();
  }

  /** Runs until it is stopped. */
  public void run() {
    run(Long.MAX_VALUE);
  }

  /** Runs until it is stopped, or until a time, in picoseconds. */
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
    runner = null; // the next one to ask may be another thread
  }

  /** Does what there is to do now, once; returns how much that was. */
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

  /** Runs what was given to {@link #execute} and has not run: for when the loop does not run any more, so that no caller waits for that in vain. */
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
    if (tasks.isEmpty() && !stopped) { // adding one wakes the loop from now on
      long mostNanos = Math.min(untilNanos, isWaitingForRoom() ? ROOM_NANOS : LONGEST_SLEEP_NANOS);
      sleeper.sleep(mostNanos);
      if (leavesStandstillsOut) {
        lastNanos += Math.clamp(nanos.getAsLong() - lastNanos, 0, mostNanos); // it was to stand still for so long
      }
    }
    asleep = false;
  }

  /** The kernel may end a long sleep late by a share of it: it ends earlier, and a short one follows. */
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
