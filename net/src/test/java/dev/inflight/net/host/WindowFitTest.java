package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.net.TestNet;
import dev.inflight.net.topology.Star;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Number of packets of 1000 bytes that a window permits, by the rule of the scheme. */
class WindowFitTest {
  /** A window of this many bytes, and a rule. */
  private record Window(long bytes, boolean onlyWhatFits) implements ForwardingScheme {
    @Override
    public Scheme scheme() {
      return FixedWindow.DEFAULT;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new ForwardingControl(scheme().start(path)) {
        @Override
        public long windowBytes() {
          return bytes;
        }

        @Override
        public boolean sendsOnlyWhatFits() {
          return onlyWhatFits;
        }
      };
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "999, 1, 1", "1000, 1, 1", "1001, 2, 1", "1999, 2, 1", "2000, 2, 2", "2200, 3, 2", "5500, 6, 5"})
  void aPacketLeavesWhileTheWindowIsNotFullOrOnlyWhenItFits(long windowBytes, int whileNotFull, int onlyWhatFits) {
    assertThat(mostInFlight(new Window(windowBytes, false))).isEqualTo(whileNotFull);
    assertThat(mostInFlight(new Window(windowBytes, true))).isEqualTo(onlyWhatFits);
  }

  private static long mostInFlight(Scheme scheme) {
    TestNet net = TestNet.of(new Star(2, 100 * G, US)).scheme(scheme);
    var most = new long[1];
    var flow = new dev.inflight.net.link.Flow[1];
    net.onPacket = packet -> {
      Sender sender = flow[0] == null ? null : Sender.of(flow[0]);
      if (sender != null) {
        most[0] = Math.max(most[0], sender.inflightBytes());
      }
    };
    net.build();
    flow[0] = net.flow(0, 1, 100_000, 0);
    net.run().assertAllFinished();
    return most[0] / 1000;
  }
}
