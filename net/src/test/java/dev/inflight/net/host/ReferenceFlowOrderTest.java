package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.FixedPaces;
import dev.inflight.net.TestNet;
import dev.inflight.net.link.Flow;
import dev.inflight.net.route.MurmurEcmp;
import dev.inflight.net.topology.Star;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFlowOrderTest {
  private static final int[] BUCKETS = {13, 29, 59, 127, 257, 541, 1109};
  private static final PathFacts PATH = PathFacts.of(100 * G, 10 * US, 1000);

  private final TestNet net = TestNet.of(new Star(6, 100 * G, US)).scheme(FixedPaces.of(G)).build();
  private final CongestionControl control = FixedPaces.of(G).start(PATH);

  /** A second reading: one list, in which a flow is looked for from the front. */
  private static final class PlainMap {
    private List<Sender> entries = new ArrayList<>();
    private int growth;

    void add(Sender sender) {
      if (entries.size() + 1 > BUCKETS[growth]) {
        growth++;
        List<Sender> before = entries;
        entries = new ArrayList<>();
        before.forEach(this::insert);
      }
      insert(sender);
    }

    private void insert(Sender sender) {
      for (int at = 0; at < entries.size(); at++) {
        if (bucket(entries.get(at)) == bucket(sender)) {
          entries.add(at, sender);
          return;
        }
      }
      entries.addFirst(sender);
    }

    private long bucket(Sender sender) {
      Flow flow = sender.flow();
      return ((long) MurmurEcmp.address(flow.destination()) << 32 | flow.sourcePort() << 16 | flow.group()) % BUCKETS[growth];
    }
  }

  private Sender sender(int number, SplittableRandom random) {
    var flow = new Flow(number, 0, random.nextInt(1, 6), random.nextInt(10_000, 12_000), 4791, 3, 1000, 0);
    return new Sender(flow, net.fabric.host(0), control, Pacing.CURRENT_RATE, PATH, null, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theOrderIsThatOfALookFromTheFront(long seed) {
    var random = new SplittableRandom(seed);
    var map = new ReferenceFlowOrder();
    var plain = new PlainMap();
    for (int step = 0; step < 3000; step++) {
      if (plain.entries.isEmpty() || random.nextInt(100) < (step < 1500 ? 65 : 45)) {
        Sender sender = sender(step, random);
        map.add(sender);
        plain.add(sender);
      } else {
        Sender sender = plain.entries.get(random.nextInt(plain.entries.size()));
        map.remove(sender);
        plain.entries.remove(sender);
      }
      if (step % 20 == 0) {
        assertThat(map.inOrder()).isEqualTo(plain.entries);
      }
    }
    assertThat(plain.growth).as("times that it has grown").isGreaterThan(3);
  }
}
