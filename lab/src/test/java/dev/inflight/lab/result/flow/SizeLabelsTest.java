package dev.inflight.lab.result.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizeLabelsTest {
  private static Slowdowns.Bucket part(long smallest, long largest) {
    return new Slowdowns.Bucket(smallest, largest, 1200, 1, new Slowdowns.Percentiles(1, 1, 1, 1));
  }

  @Test
  void labelsHaveBothEnds() {
    assertThat(SizeLabels.of(List.of(part(100, 900), part(1000, 1000), part(1500, 2_000_000)))).containsExactly("100 B to 900 B",
        "1.00 KB", "1.50 KB to 2.00 MB");
    assertThat(SizeLabels.withFlows(List.of(part(100, 900)))).containsExactly("100 B to 900 B, 1,200 flows");
  }

  @Test
  void labelsOfNearlyEqualSizesAreInBytes() {
    assertThat(SizeLabels.of(List.of(part(1_000_000, 1_000_300), part(1_000_301, 1_000_900))))
        .containsExactly("1,000,000 B to 1,000,300 B", "1,000,301 B to 1,000,900 B");
  }
}
