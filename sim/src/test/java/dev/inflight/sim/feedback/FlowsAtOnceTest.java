package dev.inflight.sim.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.net.feedback.ByCountedAcks;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.WindowForm;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.FlowValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Four flows at 100 Gb/s, then 64, then four again: the receiver's count, fairness, and length of the queue. */
class FlowsAtOnceTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long JOIN_PS = 3000 * US;
  private static final long ROW_PS = 200 * US;

  /** Numbers of flows that HPCC gets, in order. */
  private record Heard(long nowPs, int flows) {
  }

  private final List<Heard> heard = new ArrayList<>();
  private final List<FlowResult> finished = new ArrayList<>();
  private final TreeMap<Long, List<FlowSample>> samples = new TreeMap<>();
  private final TreeMap<Long, Long> queue = new TreeMap<>();
  private long basePs;

  /** HPCC with records of its receivers' facts. */
  private final class Listening implements Scheme {
    @Override
    public String name() {
      return "hpcc";
    }

    @Override
    public Set<Signal> signals() {
      return Hpcc.DEFAULT.signals();
    }

    @Override
    public boolean runsAtReceivers() {
      return true;
    }

    @Override
    public boolean takesFlowCounts() {
      return true;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      CongestionControl control = Hpcc.DEFAULT.start(path);
      basePs = path.baseRttPs();
      return new CongestionControl() {
        @Override
        public boolean onAck(Feedback ack) {
          heard.add(new Heard(ack.nowPs, ack.flowsOnLastLink));
          return control.onAck(ack);
        }

        @Override
        public long windowBytes() {
          return control.windowBytes();
        }

        @Override
        public long paceBitsPerSec() {
          return control.paceBitsPerSec();
        }
      };
    }
  }

  private RunResult run(FeedbackPath feedback) {
    var setup = new SetupBuilder();
    setup.topology = new Star(65, RATE, US).build();
    setup.scheme = new Listening();
    setup.feedback = feedback;
    for (int source = 0; source < 64; source++) {
      boolean long4 = source < 4;
      setup.flows.add(source, 64, 3, 100, long4 ? 25_000_000 : 1_500_000, long4 ? 0 : JOIN_PS);
    }
    setup.series = new Series(20 * US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.ALL);
    return new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        finished.add(flow);
      }

      @Override
      public void flowSample(FlowSample sample) {
        samples.computeIfAbsent(sample.nowPs(), _ -> new ArrayList<>()).add(sample);
      }

      @Override
      public void portSample(PortSample sample) {
        if (sample.port().node() == 65 && sample.port().number() == 65) {
          queue.put(sample.nowPs(), sample.counts().of(PortValue.WAITING_BYTES));
        }
      }
    }).run();
  }

  /** Jain's index over the flows that lasted for the 200 us before a sample, by their acknowledged bytes in it. */
  private double jain(long atPs) {
    var before = new HashMap<Integer, Long>();
    samples.get(atPs - ROW_PS).forEach(flow -> before.put(flow.flow(), flow.counts().of(FlowValue.ACKED_BYTES)));
    double[] bytes = samples.get(atPs).stream().filter(flow -> before.containsKey(flow.flow()))
        .mapToDouble(flow -> flow.counts().of(FlowValue.ACKED_BYTES) - before.get(flow.flow())).toArray();
    double sum = Arrays.stream(bytes).sum();
    return sum * sum / (bytes.length * Arrays.stream(bytes).map(each -> each * each).sum());
  }

  private int activeAlways(long fromPs, long toPs) {
    return (int) finished.stream().filter(flow -> flow.startPs() <= fromPs && flow.startPs() + flow.fctPs() >= toPs).count();
  }

  private int activeEver(long fromPs, long toPs) {
    return (int) finished.stream().filter(flow -> flow.startPs() <= toPs && flow.startPs() + flow.fctPs() >= fromPs).count();
  }

  /** The draft divides W_AI by the flows that it counts; the adapted form expects six for each of them. */
  @ParameterizedTest
  @CsvSource({"ADAPTED, 6, 38000", "DRAFT, 1, 400000"})
  void countedFairAndWithoutQueues(WindowForm form, int expected, long mostQueueBytes) {
    isCountedAndFair(new ByWindows(true, 0.2, form), expected, 1, mostQueueBytes);
  }

  /** Senders that decide get the number in acknowledgements. They may be silent for long when the first queue ends, so the count falls for a moment. */
  @Test
  void reportedFairAndWithShortQueues() {
    isCountedAndFair(ByCountedAcks.DEFAULT, 1, 0.75, 100_000);
  }

  private void isCountedAndFair(FeedbackPath feedback, int expected, double least, long mostQueueBytes) {
    RunResult result = run(feedback);
    assertThat(result.flowsFinished()).isEqualTo(64);
    long twoRttsPs = 2 * basePs;
    assertThat(heard).hasSizeGreaterThan(100_000)
        .allSatisfy(each -> assertThat(each.flows / (double) expected).as("at %d", each.nowPs).isBetween(
            least * activeAlways(each.nowPs - twoRttsPs, each.nowPs + twoRttsPs),
            (double) activeEver(each.nowPs - twoRttsPs, each.nowPs + twoRttsPs)));
    long leavePs = finished.stream().filter(flow -> flow.startPs() > 0).mapToLong(flow -> flow.startPs() + flow.fctPs()).max()
        .orElseThrow();
    long firstLeavesPs = finished.stream().filter(flow -> flow.startPs() > 0).mapToLong(flow -> flow.startPs() + flow.fctPs())
        .min().orElseThrow();
    long endPs = finished.stream().filter(flow -> flow.startPs() == 0).mapToLong(flow -> flow.startPs() + flow.fctPs()).min()
        .orElseThrow();
    assertFair(0, JOIN_PS);
    assertFair(JOIN_PS, firstLeavesPs);
    assertFair(leavePs, endPs);
    long[] queues = queue.subMap(JOIN_PS, firstLeavesPs).values().stream().mapToLong(Long::longValue).sorted().toArray();
    assertThat(queues[queues.length * 95 / 100]).isPositive().isLessThanOrEqualTo(mostQueueBytes);
  }

  private void assertFair(long changePs, long nextPs) {
    int rows = 0;
    for (long atPs : samples.keySet()) {
      if (atPs >= changePs + 1000 * US && atPs < nextPs && samples.containsKey(atPs - ROW_PS)) {
        assertThat(jain(atPs)).as("at %d us", atPs / US).isGreaterThanOrEqualTo(0.95);
        rows++;
      }
    }
    assertThat(rows).isGreaterThan(50);
  }
}
