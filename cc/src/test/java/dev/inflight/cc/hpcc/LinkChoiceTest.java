package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.PathFacts;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.telemetry.util.LinkHistory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The link that a receiver chooses, and HPCC at a sender that gets reports of that link alone, compared with one that gets all
 * reports.
 */
class LinkChoiceTest {
  private static final long US = 1_000_000;
  private static final long G = 1_000_000_000L;
  private static final long RATE = 100 * G;
  private static final long T_PS = 13 * US;
  private static final PathFacts FACTS = PathFacts.of(RATE, T_PS, 1000);
  private static final long[] RATES = {100 * G, 200 * G, 400 * G};

  /** Links with loads that a flow's headers report. */
  private static final class Path {
    final TelemetryCodec format;
    final int length;
    final long[] rates;
    final long[] sent;
    final long[] queues;
    private final TelemetryCodec.Stamper[] ports;
    final byte[] header = new byte[1000];

    Path(TelemetryFormat format, int firstNode, long... rates) {
      length = rates.length;
      this.rates = rates;
      sent = new long[length];
      queues = new long[length];
      LinkRates known = (node, port) -> rates[(int) (node - firstNode)];
      this.format = format.in(new NetworkFacts(known, T_PS, length));
      ports = new TelemetryCodec.Stamper[length];
      for (int hop = 0; hop < length; hop++) {
        ports[hop] = this.format.stamper(new EgressLink(firstNode + hop, 1 + hop, rates[hop]));
      }
    }

    void move(SplittableRandom random, long elapsedPs) {
      for (int hop = 0; hop < length; hop++) {
        double mean = random.nextInt(3) == 0 ? 1 : random.nextDouble();
        sent[hop] += (long) (mean * rates[hop] / 8e12 * elapsedPs) / 640 * 640;
        queues[hop] = random.nextInt(3) == 0 ? 0 : random.nextLong(rates[hop] / 8_000_000) / 640 * 640;
      }
    }

    int packet(long nowPs) {
      int bytes = format.begin(header, 0, PathQuery.UTILIZATION);
      for (int hop = 0; hop < length; hop++) {
        bytes += ports[hop].stamp(header, 0, bytes, header.length, new PortSnapshot().at(nowPs, sent[hop], queues[hop]));
      }
      return bytes;
    }
  }

  /**
   * Random paths: the same headers, read a second time from their bytes as in Figure 7 of the paper, have the same busiest
   * link.
   */
  @Test
  void itIsTheLinkOfTheLargestU() {
    var random = new SplittableRandom(1);
    int[] chosen = new int[16];
    var report = new Hops(16);
    var past = new LinkHistory();
    for (int paths = 0; paths < 10_000; paths++) {
      long[] rates = random.longs(1 + random.nextInt(15), 0, 3).map(each -> RATES[(int) each]).toArray();
      var path = new Path(NativeFormat.DEFAULT, 20, rates);
      LinkChoice choice = Hpcc.DEFAULT.linkChoice(FACTS);
      byte[] before = null;
      long nowPs = 0;
      for (int packet = 0; packet < 4; packet++) {
        long elapsedPs = US + random.nextLong(12 * US);
        nowPs += elapsedPs;
        path.move(random, elapsedPs);
        int length = path.packet(nowPs);
        path.format.read(path.header, 0, length, report);
        int hop = choice.choose(report, nowPs, past);
        double[] measures = secondReading(path.header, before, rates);
        double largest = Arrays.stream(measures).max().orElseThrow();
        assertThat(measures[hop]).isCloseTo(largest, within(1e-12));
        assertThat(past.isCompared()).isEqualTo(before != null);
        assertThat(past.isNewPath()).as("the first of all is no other").isFalse();
        chosen[hop]++;
        before = Arrays.copyOf(path.header, length);
      }
    }
    assertThat(Arrays.stream(chosen).filter(each -> each > 100).count()).as("hops that are often chosen").isGreaterThan(13);
  }

  private static double[] secondReading(byte[] now, byte[] before, long[] rates) {
    double[] measures = new double[rates.length];
    for (int hop = 0; hop < rates.length; hop++) {
      long word = BigEndian.get64(now, NativeFormat.DEFAULT.sizeBytes(0) + 8 * hop);
      double bdpUnits = rates[hop] / 8e12 * T_PS / 80;
      if (before == null) {
        measures[hop] = (word & 0xFFFF) / bdpUnits;
      } else {
        long old = BigEndian.get64(before, NativeFormat.DEFAULT.sizeBytes(0) + 8 * hop);
        double seconds = ((word >> 36) - (old >> 36) & 0xFFFFFF) * 1e-9;
        double txRate = ((word >> 16) - (old >> 16) & 0xFFFFF) * 128 * 8 / seconds;
        measures[hop] = txRate / rates[hop] + Math.min(word & 0xFFFF, old & 0xFFFF) / bdpUnits;
      }
    }
    return measures;
  }

  @Test
  void choosesTheFirstOfEqualLinks() {
    var path = new Path(NativeFormat.DEFAULT, 20, RATE, RATE, RATE);
    LinkChoice choice = Hpcc.DEFAULT.linkChoice(FACTS);
    var report = new Hops(4);
    for (int packet = 0; packet < 3; packet++) {
      for (int hop = 0; hop < 3; hop++) {
        path.sent[hop] += hop == 0 ? 0 : 12_800;
        path.queues[hop] = hop == 0 ? 0 : 8000;
      }
      int length = path.packet(2 * US * packet);
      path.format.read(path.header, 0, length, report);
      assertThat(choice.choose(report, 2 * US * packet, new LinkHistory())).isEqualTo(1);
    }
    var idle = new Path(NativeFormat.DEFAULT, 20, RATE, RATE);
    LinkChoice fresh = Hpcc.DEFAULT.linkChoice(FACTS);
    for (int packet = 0; packet < 3; packet++) {
      idle.format.read(idle.header, 0, idle.packet(2 * US * packet), report);
      assertThat(fresh.choose(report, 2 * US * packet, new LinkHistory())).isZero();
    }
  }

  @Test
  void anotherPathIsNotComparedWithTheOneBefore() {
    LinkChoice choice = Hpcc.DEFAULT.linkChoice(FACTS);
    var report = new Hops(4);
    var past = new LinkHistory();
    var one = new Path(NativeFormat.DEFAULT, 20, RATE, RATE);
    var other = new Path(NativeFormat.DEFAULT, 33, RATE, RATE); // with another exclusive or
    other.sent[0] = 1 << 20;
    other.queues[1] = 8000;
    String said = "";
    for (int packet = 0; packet < 6; packet++) {
      Path path = packet < 3 ? one : other;
      path.format.read(path.header, 0, path.packet(2 * US * packet), report);
      int hop = choice.choose(report, 2 * US * packet, past);
      said += hop + (past.isCompared() ? "c" : "-") + (past.isNewPath() ? "n " : "- ");
    }
    assertThat(said).isEqualTo("0-- 0c- 0c- 1-n 1c- 1c- ");
  }

  /** Two packets within one tick of the links' clocks: the report shows it, and does not mark the path as new. */
  @Test
  void acceptsReportsWithinOneClockTick() {
    LinkChoice choice = Hpcc.DEFAULT.linkChoice(FACTS);
    var report = new Hops(4);
    var past = new LinkHistory();
    var path = new Path(NativeFormat.DEFAULT, 20, RATE, RATE);
    for (int packet = 0; packet < 3; packet++) {
      path.format.read(path.header, 0, path.packet(packet == 0 ? US : 3 * US), report);
      choice.choose(report, 3 * US, past);
      assertThat(past.elapsedPs()).isEqualTo(packet == 1 ? 2 * US : 0);
      assertThat(past.isCompared()).isEqualTo(packet > 0);
    }
  }

  /** Two senders of equal flows over the same links. */
  private static final class Pair {
    final CongestionControl all = Hpcc.DEFAULT.start(FACTS);
    final CongestionControl one = Hpcc.DEFAULT.start(FACTS);
    private final LinkChoice choice = Hpcc.DEFAULT.linkChoice(FACTS);
    private final LinkReport reader = new LinkReport();
    private final Feedback facts = new Feedback();
    private final Hops atReceiver = new Hops(8);
    private final LinkHistory past = new LinkHistory();
    private final byte[] response = new byte[LinkReport.BYTES];
    private long order;
    long link;

    void packet(Path path, long nowPs, boolean responseArrives) {
      int length = path.packet(nowPs);
      order += 1000;
      assertThat(path.format.read(path.header, 0, length, facts.hops)).isEqualTo(DecodeStatus.READ);
      decide(all, nowPs);
      path.format.read(path.header, 0, length, atReceiver);
      int hop = choice.choose(atReceiver, nowPs, past);
      LinkReport.write(response, 0, atReceiver, hop, past);
      assertThat(reader.read(response, 0, LinkReport.BYTES, facts.hops)).isEqualTo(DecodeStatus.READ);
      link = facts.hops.link(0);
      if (responseArrives) {
        decide(one, nowPs);
      }
    }

    private void decide(CongestionControl flow, long nowPs) {
      facts.nowPs = nowPs;
      facts.reportOrder = order;
      facts.sentOrder = order + 6000;
      flow.onAck(facts);
    }
  }

  static Stream<TelemetryFormat> formats() {
    return Formats.ALL.stream().filter(format -> !format.bottleneckOnly() && !format.name().equals("authors"));
  }

  /**
   * The receiver's comparisons replace the sender's, also after a change of the path's links: windows differ by the report's
   * rounding.
   */
  @ParameterizedTest
  @MethodSource("formats")
  void theWindowIsThatOfAllRecords(TelemetryFormat format) {
    var random = new SplittableRandom(2);
    var path = new Path(format, 20, RATE, RATE, RATE);
    var pair = new Pair();
    long nowPs = 0;
    int smaller = 0;
    for (int packet = 0; packet < 3000; packet++) {
      if (packet % 300 == 299) {
        path = new Path(format, 20 + packet, RATE, RATE, RATE);
      }
      long elapsedPs = 2 * US + random.nextLong(12 * US);
      nowPs += elapsedPs;
      path.move(random, elapsedPs);
      pair.packet(path, nowPs, true);
      assertThat((double) pair.one.windowBytes()).as("packet %d", packet).isCloseTo(pair.all.windowBytes(),
          within(0.01 * pair.all.windowBytes() + 2));
      smaller += pair.all.windowBytes() < FACTS.bdpBytes() / 2 ? 1 : 0;
    }
    assertThat(smaller).isGreaterThan(100);
  }

  /**
   * While two links alternate as the busiest, each response describes one of them, and none is lost because of it; nor because
   * of lost responses.
   */
  @ParameterizedTest
  @CsvSource({"0, 0.01", "0.3, 0.25"})
  void twoBottlenecksTakeTurns(double lost, double close) {
    var random = new SplittableRandom(3);
    var path = new Path(NativeFormat.DEFAULT, 20, RATE, RATE);
    path.sent[1] = 1L << 40; // counters of the two links are independent
    var pair = new Pair();
    int changes = 0;
    long before = 0;
    int far = 0;
    for (int packet = 0; packet < 5000; packet++) {
      int busy = packet / 10 % 2;
      path.sent[busy] += 160_000; // 0.985 of the line
      path.sent[1 - busy] += 80_000;
      path.queues[busy] = 32_000;
      path.queues[1 - busy] = 0;
      pair.packet(path, 13 * US * packet, packet == 0 || random.nextDouble() >= lost);
      changes += pair.link == before ? 0 : 1;
      before = pair.link;
      double ratio = (double) pair.one.windowBytes() / pair.all.windowBytes();
      far += Math.abs(ratio - 1) > close ? 1 : 0;
    }
    assertThat(changes).isBetween(490, 510);
    assertThat(far).isLessThan(lost > 0 ? 500 : 1);
  }
}
