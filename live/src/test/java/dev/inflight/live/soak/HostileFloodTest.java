package dev.inflight.live.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Some seconds of a {@link HostileFlood}. */
@Tag("live")
class HostileFloodTest {
  @Test
  @Timeout(120)
  void nothingChangesButCounters() throws Exception {
    assertThat(new HostileFlood(3, 200_000, 7).run()).isEmpty();
  }
}
