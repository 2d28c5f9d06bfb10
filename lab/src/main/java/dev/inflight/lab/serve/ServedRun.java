package dev.inflight.lab.serve;

import dev.inflight.sim.measure.RankSample;
import dev.inflight.lab.print.JsonText;
import dev.inflight.lab.run.Follower;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Run in progress. Requests receive its state, with sums over its series' ports. */
final class ServedRun implements Follower {
  /** States of a run. */
  enum State {
    WAITING, RUNNING, DONE, FAILED
  }

  /** Sums over the ports of a series at a time. */
  private record Tick(long nowPs, long waitingBytes, long longestBytes, long throughputBitsPerSec) {
    static final Tick NONE = new Tick(-1, 0, 0, 0);

    Tick and(PortSample port) {
      long waiting = port.counts().of(PortValue.WAITING_BYTES);
      return new Tick(nowPs, waitingBytes + waiting, Math.max(longestBytes, waiting),
          throughputBitsPerSec + port.rates().of(PortValue.SENT_BYTES));
    }
  }

  private final String name;
  private volatile State state = State.WAITING;
  private volatile String sentence = "";
  private volatile @Nullable Simulation simulation;
  private volatile boolean stopping;
  /** Number of points of a sweep, and of finished points; 0 for a single run. */
  private volatile int points;
  private volatile int pointsDone;
  private volatile Tick whole = Tick.NONE;
  private volatile double slowdownSum;
  private volatile int slowdowns;
  private volatile long lost;
  private volatile long pauses;

  ServedRun(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Makes the run a sweep with {@code done} finished points. */
  void points(int done, int all) {
    points = all;
    pointsDone = done;
  }

  void is(State now, String why) {
    sentence = why;
    state = now;
  }

  boolean isOver() {
    return state == State.DONE || state == State.FAILED;
  }

  /** Reports whether the user ended the run. */
  boolean isStopping() {
    return stopping;
  }

  /** Reports whether all flows of the last simulated scenario have finished. */
  boolean hasAllFlowsFinished() {
    Simulation ended = simulation;
    return ended != null && ended.flowsFinished() == ended.flows();
  }

  /** Returns the number of that scenario's finished flows, in words. */
  String flowsSentence() {
    Simulation ended = simulation;
    return ended == null || hasAllFlowsFinished()
        ? "all flows finished"
        : ended.flowsFinished() + " of " + ended.flows() + " flows finished before the end of simulated time";
  }

  /** Ends the run early. Its results are kept, and marked partial. */
  void stop() {
    stopping = true;
    Simulation running = simulation;
    if (running != null) {
      running.interrupt();
    }
  }

  @Override
  public Recorder follow(Simulation running, Recorder recorder) {
    simulation = running;
    state = State.RUNNING;
    whole = Tick.NONE;
    slowdownSum = 0;
    slowdowns = 0;
    lost = 0;
    pauses = 0;
    if (stopping) {
      running.interrupt();
    }
    return new Listener(recorder);
  }

  /** Returns the state as JSON on one line. */
  String json() {
    Simulation running = simulation;
    Tick tick = whole;
    return JsonText.of(json -> {
      json.writeStartObject();
      json.writeStringProperty("name", name);
      json.writeStringProperty("state", state.name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("sentence", sentence);
      if (points > 0) {
        json.writeNumberProperty("points", points);
        json.writeNumberProperty("pointsDone", pointsDone);
      }
      if (running != null) {
        json.writeNumberProperty("simulatedUs", running.nowPs() / 1e6);
        json.writeNumberProperty("packetHops", running.packetHops());
        json.writeNumberProperty("flows", running.flows());
        json.writeNumberProperty("flowsFinished", running.flowsFinished());
        json.writeNumberProperty("meanSlowdown", slowdowns == 0 ? 0 : slowdownSum / slowdowns);
        json.writeNumberProperty("lost", lost);
        json.writeNumberProperty("pauses", pauses);
        if (tick.nowPs >= 0) {
          json.writeNumberProperty("sampleUs", tick.nowPs / 1e6);
          json.writeNumberProperty("waitingBytes", tick.waitingBytes);
          json.writeNumberProperty("longestBytes", tick.longestBytes);
          json.writeNumberProperty("throughputBitsPerSec", tick.throughputBitsPerSec);
        }
      }
      json.writeEndObject();
    }).replace("\n", "");
  }

  /** Passes records to the writer of results, and computes sums. Only one thread at a time calls it. */
  private final class Listener implements Recorder {
    private final Recorder writer;
    private Tick growing = Tick.NONE;

    Listener(Recorder writer) {
      this.writer = writer;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others read
    public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
      pauses += paused ? 1 : 0;
      writer.pauseChanged(port, priority, paused, nowPs);
    }

    @Override
    public boolean recordsLosses() {
      return true;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // as above
    public void packetLost(PacketLoss loss) {
      lost++;
      writer.packetLost(loss);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // as above
    public void flowFinished(FlowResult flow) {
      slowdownSum += flow.slowdown();
      slowdowns++;
      writer.flowFinished(flow);
    }

    @Override
    public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
      writer.queues(nowPs, histograms);
    }

    @Override
    public void flowSample(FlowSample sample) {
      writer.flowSample(sample);
    }

    @Override
    public void rankSample(RankSample sample) {
      writer.rankSample(sample);
    }

    @Override
    public void portSample(PortSample sample) {
      if (sample.nowPs() != growing.nowPs) {
        whole = growing;
        growing = new Tick(sample.nowPs(), 0, 0, 0);
      }
      growing = growing.and(sample);
      writer.portSample(sample);
    }
  }
}
