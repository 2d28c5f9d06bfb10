package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.header.RdmaHeader;
import org.junit.jupiter.api.Test;

class PlainMessagesTest {
  /** A flow of 2^31 bytes is one message; a longer one has as many whole packets in each as fit. */
  @Test
  void messagesOfLongFlows() {
    long most = 1L << 31;
    long message = Flow.messageBytes(1000);
    assertThat(message).isEqualTo(2_147_483_000L);
    var one = new Flow(1, 2, 3, 10_000, 4791, 3, most, 0);
    assertThat(one.startsMessage(0, 1000)).isTrue();
    assertThat(one.startsMessage(message, 1000)).isFalse();
    var two = new Flow(1, 2, 3, 10_000, 4791, 3, most + 1, 0);
    assertThat(two.startsMessage(message, 1000)).isTrue();
    assertThat(two.startsMessage(message + 1000, 1000)).isFalse();
    assertThat(isLast(one, most - 648, 648)).isTrue();
    assertThat(isLast(one, message - 1000, 1000)).isFalse();
    assertThat(isLast(two, message - 1000, 1000)).isTrue();
  }

  private static boolean isLast(Flow flow, long sequence, int payload) {
    var header = new RdmaHeader();
    PlainMessages.describe(header, flow, sequence, payload, 1000);
    return header.last;
  }
}
