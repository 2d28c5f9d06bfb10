package dev.inflight.net.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import org.junit.jupiter.api.Test;

/** Departure times of acknowledged packets, if frames carry no times. */
class TimesOfSendingTest {
  private static final long ARRIVAL_PS = 1_000_000;
  private final Flow flow = new Flow(9, 0, 1, 50_000, 100, 3, 30_000_000_000L, 0);
  private final TimesOfSending times = new TimesOfSending();

  private Packet packet(Packet.Kind kind, long number, long sentPs) {
    var packet = new Packet(0);
    packet.flow = flow;
    packet.kind = kind;
    packet.number = number;
    packet.sentPs = sentPs;
    return packet;
  }

  private long sentPs(Packet.Kind kind, long number) {
    Packet packet = packet(kind, number, 0);
    times.arrives(packet, ARRIVAL_PS);
    return packet.sentPs;
  }

  @Test
  void aReturnedPacketIsTheLastOfItsNumberThatLeft() {
    for (int number = 0; number < 4; number++) {
      times.leaves(packet(Packet.Kind.DATA, number, 100 + number));
    }
    assertThat(sentPs(Packet.Kind.RETURNED, 2)).isEqualTo(102);
    times.leaves(packet(Packet.Kind.DATA, 2, 500));
    assertThat(sentPs(Packet.Kind.RETURNED, 2)).isEqualTo(500);
    assertThat(sentPs(Packet.Kind.RETURNED, 7)).as("none that left").isEqualTo(ARRIVAL_PS);
    assertThat(sentPs(Packet.Kind.ACK, 4)).as("a return acknowledges nothing, and measures nothing").isEqualTo(500);
    assertThat(sentPs(Packet.Kind.RETURNED, 2)).as("acknowledged meanwhile").isEqualTo(ARRIVAL_PS);
  }
}
