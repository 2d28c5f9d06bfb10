package dev.inflight.sim.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.measure.MeasuredValues;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Results of processes' ports are combined in the order of the ports. */
class PortTotalsFormTest {
  private final SplittableRandom random = new SplittableRandom(3);

  private PortTotals totals(int index) {
    var name = new PortName(index, random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt(), random.nextLong());
    long[] bins = random.longs(index % 3 == 0 ? 0 : random.nextInt(1, 200)).toArray();
    return new PortTotals(name, new MeasuredValues<>(random.longs(PortValue.values().length).toArray()), random.nextLong(), bins);
  }

  @Test
  void ofAllProcesses() {
    List<PortTotals> all = IntStream.range(0, 60).mapToObj(this::totals).toList();
    byte[][] told = IntStream.range(0, 4)
        .mapToObj(rank -> all.stream().filter(totals -> rank < 3 && totals.port().index() * 7 % 3 == rank).toList())
        .map(PortTotalsForm::write).toArray(byte[][]::new);
    assertThat(told[3]).isEmpty();
    assertThat(PortTotalsForm.read(told)).usingRecursiveFieldByFieldElementComparator().containsExactlyElementsOf(all);
  }

  @Test
  void ofNone() {
    assertThat(PortTotalsForm.read(Stream.of(new byte[0], PortTotalsForm.write(List.of())).toArray(byte[][]::new))).isEmpty();
    assertThat(PortTotalsForm.read(new byte[0][])).isEmpty();
  }
}
