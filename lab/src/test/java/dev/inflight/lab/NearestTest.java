package dev.inflight.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void countsEdits() {
    assertThat(Nearest.edits("kitten", "sitting")).isEqualTo(3);
    assertThat(Nearest.edits("stra", "star")).isEqualTo(1);
    assertThat(Nearest.edits("HPCC", "hpcc")).isZero();
    assertThat(Nearest.edits("", "abc")).isEqualTo(3);
  }

  @Test
  void offersOnlyWhatIsNear() {
    assertThat(Nearest.to("buffr", List.of("seed", "buffer"))).contains("buffer");
    assertThat(Nearest.to("xyz", List.of("seed", "buffer"))).isEmpty();
    assertThat(Nearest.to("re", List.of("seed", "retransmitTimeout"))).contains("retransmitTimeout");
    assertThat(Nearest.to("", List.of("a"))).isEmpty();
    assertThat(Nearest.hint("buffr", List.of("seed", "buffer"))).isEqualTo("; did you mean 'buffer'? known: seed, buffer");
    assertThat(Nearest.hint("xyz", List.of("seed", "buffer"))).isEqualTo("; known: seed, buffer");
    assertThat(Nearest.hint("xyz", List.of())).isEqualTo("; there are none");
  }
}
