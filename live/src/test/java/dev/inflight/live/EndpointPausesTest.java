package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Pfc;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pause from the link's other end lasts for its frame's time (IEEE 802.1Qbb). */
class EndpointPausesTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long SOURCE = 0x0200_0000_0003L;
  private static final int ENDPOINTS_PRIORITY = 3;
  private static final int OTHER_PRIORITY = 4;
  private static final long RATE = 1_000_000_000L;
  private static final int QUANTA = 1000;
  private static final long QUANTA_NANOS = Pfc.timePs(QUANTA, RATE) / 1000;

  private final TwoEndpoints two = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), EndpointConfig.of(LEFT).path(RATE, 0),
      EndpointConfig.of(RIGHT).path(RATE, 0));
  private final byte[] frame = new byte[Pfc.BYTES];
  private Connection connection;

  @BeforeEach
  void connect() {
    two.right.listen(ConnectionHandler.NONE);
    connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    assertThat(nanosOfAMessage()).isLessThan(QUANTA_NANOS / 2);
    Pfc.write(frame, 0, SOURCE);
  }

  private void say() {
    two.cable.ends[1].inject(frame, frame.length);
  }

  private long nanosOfAMessage() {
    long begin = two.nanos;
    CompletableFuture<Void> sent = connection.send(new byte[100]);
    two.until(sent::isDone);
    assertThat(sent).isCompleted();
    return two.nanos - begin;
  }

  @Test
  void aPauseEndsWithItsTime() {
    Pfc.quanta(frame, 0, ENDPOINTS_PRIORITY, QUANTA);
    say();
    two.run(1000);
    assertThat(nanosOfAMessage()).isBetween(QUANTA_NANOS - 2000, QUANTA_NANOS + QUANTA_NANOS / 2);
    assertThat(nanosOfAMessage()).isLessThan(QUANTA_NANOS / 2);
  }

  @Test
  void aPauseMayBeEnded() {
    Pfc.quanta(frame, 0, ENDPOINTS_PRIORITY, QUANTA);
    say();
    two.run(1000);
    Pfc.write(frame, 0, SOURCE);
    Pfc.quanta(frame, 0, ENDPOINTS_PRIORITY, 0);
    say();
    assertThat(nanosOfAMessage()).isLessThan(QUANTA_NANOS / 2);
  }

  @Test
  void severalPrioritiesInOneFrame() {
    Pfc.quanta(frame, 0, ENDPOINTS_PRIORITY, QUANTA);
    Pfc.quanta(frame, 0, OTHER_PRIORITY, 1);
    say();
    two.run(1000);
    assertThat(nanosOfAMessage()).isGreaterThan(QUANTA_NANOS - 2000);
  }

  @Test
  void anotherPriorityIsNotPaused() {
    Pfc.quanta(frame, 0, OTHER_PRIORITY, QUANTA);
    say();
    two.run(1000);
    assertThat(nanosOfAMessage()).isLessThan(QUANTA_NANOS / 2);
  }

  @Test
  void everythingIsPaused() {
    BigEndian.set16(frame, Ethernet.HEADER_BYTES, 1); // IEEE 802.3 Annex 31B
    BigEndian.set16(frame, Pfc.PAUSE_TIME, QUANTA);
    say();
    two.run(1000);
    assertThat(nanosOfAMessage()).isBetween(QUANTA_NANOS - 2000, QUANTA_NANOS + QUANTA_NANOS / 2);
  }

  /** Bridges forward frames to a station: any station may have sent them. */
  @Test
  void framesToAStationPauseNothing() {
    Pfc.quanta(frame, 0, ENDPOINTS_PRIORITY, QUANTA);
    Ethernet.write(frame, 0, two.cable.ends[0].mac(), SOURCE, Ethernet.MAC_CONTROL);
    say();
    two.run(1000);
    assertThat(nanosOfAMessage()).isLessThan(QUANTA_NANOS / 2);
    assertThat(two.left.unreadable()).isEqualTo(1);
  }
}
