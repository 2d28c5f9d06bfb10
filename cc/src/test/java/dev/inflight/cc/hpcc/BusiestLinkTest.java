package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.busiest.BusiestFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HPCC with the record of the busiest link alone, compared with HPCC with all records, while the bottleneck moves between two
 * links.
 */
class BusiestLinkTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final long T_PS = 13 * US;
  private static final long EACH_PS = US / 5; // a packet
  private static final long TURN_PS = 100 * US;

  /** A flow over two links with loads that do not depend on the flow. */
  private static final class Path {
    private final TelemetryCodec format;
    private final TelemetryCodec.Stamper[] ports = new TelemetryCodec.Stamper[2];
    private final CongestionControl flow = Hpcc.DEFAULT.start(PathFacts.of(RATE, T_PS, 1000));
    private final byte[] header = new byte[64];
    private final Feedback facts = new Feedback();
    private long acked;

    Path(TelemetryFormat format) {
      this.format = format.in(new NetworkFacts(LinkRates.NONE, T_PS, 2));
      for (int link = 0; link < 2; link++) {
        ports[link] = this.format.stamper(new EgressLink(7 + link, 1 + link, RATE));
      }
    }

    void packet(long nowPs, long[] sent, long[] queues) {
      int bytes = format.begin(header, 0, PathQuery.UTILIZATION);
      for (int link = 0; link < 2; link++) {
        bytes += ports[link].stamp(header, 0, bytes, header.length, new PortSnapshot().at(nowPs, sent[link], queues[link]));
      }
      format.read(header, 0, bytes, facts.hops);
      acked += 1000;
      facts.nowPs = nowPs;
      facts.reportOrder = acked;
      facts.sentOrder = acked + T_PS / EACH_PS * 1000;
      flow.onAck(facts);
    }
  }

  /** Loads and queues of the bottleneck link, and of the other one. */
  @ParameterizedTest
  @CsvSource({"0.97, 0.6, 0", "0.9, 0.5, 0", "1, 0.6, 40000", "1, 0.3, 8000"})
  void windowsAreThoseOfAllRecordsOneRoundTripAfterTheBottleneckMoves(double busy, double idle, long queueBytes) {
    var all = new Path(NativeFormat.DEFAULT);
    var one = new Path(BusiestFormat.DEFAULT);
    long[] sent = new long[2];
    int compared = 0;
    for (long nowPs = 0; nowPs < 10 * TURN_PS; nowPs += EACH_PS) {
      int bottleneck = (int) (nowPs / TURN_PS % 2);
      long[] queues = new long[2];
      queues[bottleneck] = queueBytes;
      for (int link = 0; link < 2; link++) {
        sent[link] += (long) ((link == bottleneck ? busy : idle) * EACH_PS / 80);
      }
      all.packet(nowPs, sent, queues);
      one.packet(nowPs, sent, queues);
      long expectedLink = (long) (7 + bottleneck) << 12 | 1 + bottleneck;
      if (nowPs % TURN_PS >= T_PS) {
        assertThat((long) one.facts.hops.pathId()).as("the link that decides is named").isEqualTo(expectedLink);
        assertThat(one.facts.hops.count()).as("there is nothing to compare").isZero();
        assertThat((double) one.flow.windowBytes()).isCloseTo(all.flow.windowBytes(), within(0.1 * all.flow.windowBytes()));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(4000);
  }
}
