package dev.inflight.sim.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.FlowValue;
import dev.inflight.sim.measure.MeasuredValues;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Records of processes are combined by time, then by their place in the order of all, then in each process's order. */
class RankMessagesTest {
  private static final PortName PORT = new PortName(4, 3, 2, 9, 1, 100_000_000_000L);
  private static final PortName EARLIER_PORT = new PortName(1, 0, 2, 8, 1, 25_000_000_000L);

  private final RankMessages first = new RankMessages();
  private final RankMessages second = new RankMessages();
  private final List<Object> heard = new ArrayList<>();
  private final Recorder recorder = new Recorder() {
    @Override
    public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
      heard.add(List.of(port, priority, paused, nowPs));
    }

    @Override
    public void flowFinished(FlowResult flow) {
      heard.add(flow);
    }

    @Override
    public void flowSample(FlowSample sample) {
      heard.add(sample);
    }

    @Override
    public void portSample(PortSample sample) {
      heard.add(sample);
    }
  };

  private List<Object> heard() {
    heard.clear();
    RankMessages.deliver(new byte[][] {first.take(), second.take()}, recorder);
    return heard;
  }

  private static FlowResult flow(int id) {
    return new FlowResult(id, FlowTable.Kind.FLOW, 1, 2, 10_000, 4791, 3, 1L << 40, 5, 6, 7, 8);
  }

  @Test
  void byTimeAndThenByOrder() {
    first.at(10, 5);
    first.flowFinished(flow(1));
    first.at(20, 7);
    first.flowFinished(flow(2));
    first.at(20, Long.MAX_VALUE);
    first.pauseChanged(PORT, 3, true, 20);
    second.at(9, Long.MAX_VALUE);
    second.flowFinished(flow(3));
    second.at(20, 6);
    second.pauseChanged(EARLIER_PORT, 0, false, 20);
    second.at(20, 8);
    second.flowFinished(flow(4));
    assertThat(heard()).containsExactly(flow(3), flow(1), List.of(EARLIER_PORT, 0, false, 20L), flow(2), flow(4),
        List.of(PORT, 3, true, 20L));
  }

  @Test
  void onePartGivesTheNotifiedOrder() {
    first.at(10, 5);
    first.pauseChanged(PORT, 3, true, 10);
    first.flowFinished(flow(1));
    first.pauseChanged(PORT, 4, true, 10);
    assertThat(heard()).containsExactly(List.of(PORT, 3, true, 10L), flow(1), List.of(PORT, 4, true, 10L));
  }

  /** A sample with distinct numbers. */
  private static FlowSample flowSample(int time, int flow) {
    return new FlowSample(time * 100L, flow, counts(FlowValue.values(), flow), counts(FlowValue.values(), 20L * time));
  }

  private static PortSample portSample(int time, PortName port) {
    return new PortSample(time * 100L, port, counts(PortValue.values(), 30L * port.index()),
        counts(PortValue.values(), 50L * time));
  }

  private static <V extends Enum<V>> MeasuredValues<V> counts(V[] values, long from) {
    return new MeasuredValues<>(LongStream.range(from, from + values.length).toArray());
  }

  /** For each time of the series first the flows by number, then the ports by number. */
  @Test
  void series() {
    var flows = new ArrayList<FlowSample>();
    var ports = new ArrayList<PortSample>();
    for (int time = 1; time <= 2; time++) {
      flows.add(flowSample(time, 2));
      flows.add(flowSample(time, Integer.MAX_VALUE));
      ports.add(portSample(time, EARLIER_PORT));
      ports.add(portSample(time, PORT));
    }
    for (int time = 0; time < 2; time++) {
      first.flowSample(flows.get(2 * time + 1));
      first.portSample(ports.get(2 * time));
      second.flowSample(flows.get(2 * time));
      second.portSample(ports.get(2 * time + 1));
    }
    assertThat(heard()).containsExactly(flows.get(0), flows.get(1), ports.get(0), ports.get(1), flows.get(2), flows.get(3),
        ports.get(2), ports.get(3));
  }

  @Test
  void takenMessagesAreNotReportedAgain() {
    first.at(1, 1);
    first.flowFinished(flow(1));
    assertThat(heard()).containsExactly(flow(1));
    assertThat(heard()).isEmpty();
    for (int id = 0; id < 1000; id++) {
      first.at(id, 0);
      first.flowFinished(flow(id));
    }
    assertThat(heard()).hasSize(1000).last().isEqualTo(flow(999));
  }
}
