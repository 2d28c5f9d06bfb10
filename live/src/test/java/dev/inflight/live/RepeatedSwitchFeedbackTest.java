package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Swift;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.report.ReportKeys;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A repeated answer, from the network or a third party, carries no information: least of all about times of sending. */
class RepeatedSwitchFeedbackTest {
  private static final int LEFT = 10 << 24 | 1;
  private static final int RIGHT = 10 << 24 | 2;
  private static final long US = 1_000_000;
  private static final long MS = 1000 * US;
  private static final int BYTES = 1 << 20;

  private static EndpointConfig config(int address, String scheme, boolean sealed) {
    Scheme byName = scheme.equals("hpcc") ? Hpcc.DEFAULT : Swift.DEFAULT;
    EndpointConfig config = EndpointConfig.of(address).scheme(byName).recovery(new Selective(0, 20 * MS, 8), 20 * MS)
        .path(1_000_000_000L, 200 * US).bounds(64, BYTES, 0);
    return sealed ? config.seal(new ReportKeys(1, 2)) : config;
  }

  private static void onlyLeft(TwoEndpoints two, long nanos) {
    long end = two.nanos + nanos;
    while (two.nanos < end) {
      if (two.loops[0].round() == 0) {
        two.nanos += 1000;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"swift,false", "swift,true", "hpcc,false", "hpcc,true"})
  void repeatedAnswerHasNoEffect(String scheme, boolean sealed) {
    var cable = new Cable(2048, Cable.Faults.NONE, 1);
    var two = new TwoEndpoints(cable, config(LEFT, scheme, sealed), config(RIGHT, scheme, sealed));
    two.right.listen(ConnectionHandler.NONE);
    Connection connection = two.left.connect(RIGHT, ConnectionHandler.NONE);
    two.until(() -> connection.ready().isDone());
    List<byte[]> answers = new ArrayList<>();
    cable.ends[1].record = answers;
    var sent = connection.send(new byte[BYTES]);
    two.until(() -> answers.size() > 50);
    onlyLeft(two, 400_000);
    byte[] last = answers.getLast();
    List<Long> before = Diagnosis.standing(connection);
    assertThat(before.get(4)).as("bytes in flight").isGreaterThan(10_000);
    for (int times = 0; times < 500; times++) {
      cable.ends[1].inject(last, last.length);
      onlyLeft(two, 10_000);
    }
    assertThat(Diagnosis.standing(connection)).isEqualTo(before);
    assertThat(two.left.counters().retransmittedBytes).isZero();
    two.until(sent::isDone);
    assertThat(sent).isCompleted();
  }
}
