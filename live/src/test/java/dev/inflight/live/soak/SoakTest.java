package dev.inflight.live.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** First seconds of a {@link Soak}. */
@Tag("live")
class SoakTest {
  @Test
  @Timeout(180)
  void everyByteOnceOrAnError() throws InterruptedException {
    assertThat(new Soak(20, 7).run()).isEmpty();
  }
}
