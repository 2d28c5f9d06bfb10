package dev.inflight.sim.parts;

import dev.inflight.net.event.Event;
import dev.inflight.net.event.EventLoop;
import dev.inflight.sim.loop.FarEvents;
import dev.inflight.sim.loop.PortOrderLoop;
import dev.inflight.sim.loop.Timeline;
import dev.inflight.sim.loop.VirtualLoop;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The loops of all parts of a fabric, on as many threads or fewer, and between their windows the events of observers of the
 * whole. Windows are no longer than a packet's shortest journey from one part to another, so the effects of a part in a window
 * reach no other part before the next window (conservative parallel simulation).
 *
 * <p>An event of the whole runs while no part runs: with a negative key before all events of the parts at its time, else after
 * them.
 */
public final class DividedLoop implements Timeline {
  /** Kinds of steps. */
  private enum Step {
    /** All parts run to the end of the window. */
    ALL,
    /** The run may end within the window: unfinished parts run, no further than to their own end. */
    UNFINISHED,
    /** The other parts follow to the end of the window. */
    OTHERS,
    /** Everything has ended within the window: all parts advance to that instant. */
    TO_END
  }

  private static final int TIDY_MASK = 255;

  private final PortOrderLoop[] loops;
  private final Outboxes boxes;
  private final List<PartRecords> records;
  private final RankCollectives others;
  private final RankCollectives.Standing all = new RankCollectives.Standing();
  private final long lookaheadPs;
  private final FarEvents events = new FarEvents();
  private final long[] nextPs; // of each part, including packets that it has sent
  private @Nullable Work work;
  private final StepRunner runner;

  private int stepNumber;
  private Step step = Step.ALL;
  private long untilPs;
  private long windowPs;
  private long doneToPs = -1;
  private long eventPs = -1;
  private long eventsFired;
  private boolean over;
  private volatile boolean stopWanted;
  private boolean stopped; // over all processes

  /**
   * Makes loops at time 0, on one thread.
   *
   * @param division division into parts, and their distance
   * @param others processes with the other parts, if this is a share of a division
   */
  public DividedLoop(Division division, RankCollectives others) {
    this.others = others;
    int parts = division.parts();
    lookaheadPs = division.lookaheadPs();
    loops = IntStream.range(0, parts).mapToObj(part -> new PortOrderLoop()).toArray(PortOrderLoop[]::new);
    records = Arrays.stream(loops).map(PartRecords::new).toList();
    boxes = new Outboxes(parts);
    nextPs = new long[parts];
    runner = new StepRunner(loops, this::step, this::decide);
  }

  /**
   * Sets the number of threads that run the parts, before the first run. The results are the same for any number.
   *
   * @param number 1 or more; more threads than parts have no effect, and each of several processes has one thread
   * @param leastEvents average number of events in a window below which one thread runs all parts, because synchronization would
   *     take longer; 0 or more
   */
  public void runOn(int number, long leastEvents) {
    runner.runOn(others.size() > 1 ? 1 : Math.min(number, loops.length), leastEvents);
  }

  /** Sets the work of the parts, before the first run. */
  public void does(Work all) {
    work = all;
  }

  /** Sets the clock that measures the progress of the parts; without one, no time goes by. */
  public void measureBy(LongSupplier wallClockNs) {
    runner.measureBy(wallClockNs);
  }

  /** A part's loop. */
  public PortOrderLoop loop(int part) {
    return loops[part];
  }

  /** The notifications of a part. */
  public PartRecords records(int part) {
    return records.get(part);
  }

  /** The processes with the other parts. */
  public RankCollectives others() {
    return others;
  }

  /** Loop in which packets from one part arrive at another part, or at the same one. */
  public EventLoop way(int from, int to) {
    return from == to ? loops[to] : boxes.way(from, to);
  }

  /** True if the run may end within the present window, so that a part stops at its own end. */
  public boolean isEnding() {
    return step == Step.UNFINISHED;
  }

  @Override
  public void schedule(Event event, long atPs) {
    event.timePs = atPs;
    events.add(event);
  }

  @Override
  public long nowPs() {
    long now = Math.max(0, eventPs);
    for (VirtualLoop loop : loops) {
      now = Math.max(now, loop.nowPs());
    }
    return now;
  }

  @Override
  public long fired() {
    return eventsFired + firedInParts();
  }

  private long firedInParts() {
    return Arrays.stream(loops).mapToLong(VirtualLoop::fired).sum();
  }

  /** Number of events that ran in all processes; those of the whole count once. All processes call it. */
  public long firedEverywhere() {
    return eventsFired + others.sum(firedInParts());
  }

  @Override
  public void stop() {
    stopWanted = true;
  }

  /** Time before which no part has an event, in picoseconds. */
  private long nextInParts() {
    return all.nextPs == Long.MAX_VALUE ? all.nextPs : Math.max(all.nextPs, doneToPs + 1);
  }

  private void look() {
    for (int part = 0; part < loops.length; part++) {
      look(part);
    }
    meetOthers();
  }

  private void meetOthers() {
    all.nextPs = Long.MAX_VALUE;
    all.parts = loops.length;
    all.partsOver = 0;
    all.stopped = stopWanted;
    all.longestEvents = runner.pace().stepLongest();
    for (int part = 0; part < loops.length; part++) {
      all.nextPs = Math.min(all.nextPs, nextPs[part]);
      all.partsOver += work().isOver(part) ? 1 : 0;
    }
    others.meet(all);
    stopped = all.stopped;
  }

  private void look(int part) {
    nextPs[part] = Math.min(loops[part].nextPs(), boxes.earliestPs(part));
  }

  @Override
  public void run(long toPs) {
    untilPs = toPs;
    runner.begin();
    look();
    openWindow();
    runner.run();
    if (!stopped) {
      idleTo(toPs);
    }
    stopped = false;
    stopWanted = false;
  }

  private void step(int part) {
    boxes.turn(part, stepNumber, loops[part]);
    if (step != Step.UNFINISHED || !work().isOver(part)) {
      work().run(part, loops[part], windowPs);
    }
    look(part);
  }

  private Work work() {
    if (work == null) {
      throw new IllegalStateException("nothing to do");
    }
    return work;
  }

  /** Progress of the parts of all processes so far, as this one has measured it. All processes call it. */
  public Balance balance() {
    Balance here = runner.pace().balance();
    return others.size() == 1
        ? here
        : new Balance(others.size(), (int) all.parts, here.windows(), others.sum(here.events()), here.longestEvents(),
            here.waitingShare());
  }

  /** Decides the next step; called between two steps, while no part runs. */
  private void decide() {
    meetOthers();
    stepNumber++;
    runner.pace().stepEnds(all.longestEvents);
    if (step == Step.UNFINISHED) {
      if (all.partsOver == all.parts) {
        windowPs = lastEndPs();
        step = Step.TO_END;
        return;
      }
      if (all.partsOver > 0) {
        step = Step.OTHERS;
        return;
      }
    }
    doneToPs = windowPs;
    PartRecords.deliver(records, others);
    if (step == Step.TO_END) {
      over = true;
      work().over(windowPs);
    }
    openWindow();
  }

  private long lastEndPs() {
    return others.most(IntStream.range(0, loops.length).mapToLong(part -> work().lastEndPs(part)).max().orElseThrow());
  }

  /** Fires the due events of the whole, and sets the time up to which the parts run next. */
  private void openWindow() {
    while (!stopped || events.earliestPs() == eventPs) { // a stop lets the instant end
      long next = nextInParts();
      long eventAtPs = events.earliestPs();
      boolean isBefore = eventAtPs != Long.MAX_VALUE && events.earliestKey() < 0;
      long boundPs = isBefore ? eventAtPs - 1 : eventAtPs;
      if (eventAtPs != Long.MAX_VALUE && next > boundPs) {
        if (eventAtPs > untilPs) {
          break;
        }
        fire(boundPs);
        continue;
      }
      if (stopped || next > untilPs || next == Long.MAX_VALUE) {
        break;
      }
      long farthest = next > Long.MAX_VALUE - lookaheadPs ? Long.MAX_VALUE : next + lookaheadPs - 1;
      windowPs = Math.min(Math.min(untilPs, farthest), boundPs);
      if ((runner.windowBegins() & TIDY_MASK) == 0) {
        work().tidy();
        others.ship();
      }
      step = !over && work().lastStartPs() <= windowPs ? Step.UNFINISHED : Step.ALL;
      return;
    }
    runner.finish();
  }

  private void fire(long boundPs) {
    idleTo(boundPs);
    Event event = events.poll();
    eventPs = event.timePs;
    eventsFired++;
    others.placeAt(eventPs, event.key);
    PartRecords.deliverAtOnce(records, true);
    event.fire();
    PartRecords.deliverAtOnce(records, false);
    look();
  }

  /** Advances to a time up to which no part has an event. */
  private void idleTo(long toPs) {
    if (toPs > doneToPs && toPs != Long.MAX_VALUE) {
      for (int part = 0; part < loops.length; part++) {
        work().run(part, loops[part], toPs);
      }
      doneToPs = toPs;
    }
  }
}
