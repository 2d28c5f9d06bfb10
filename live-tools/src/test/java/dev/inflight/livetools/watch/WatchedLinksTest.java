package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.Hops;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** For any number of names, the table is limited, and links with the most records stay. */
class WatchedLinksTest {
  private static final int MOST = 64;

  private final WatchedLinks table = new WatchedLinks(MOST);
  private final Hops hops = new Hops(1);

  private void take(int format, long name) {
    hops.clear(Hops.NO_CLOCK, Long.MAX_VALUE);
    hops.add(0, 0, 100, 1_000_000_000L, name);
    table.link(format, WatchedLinks.NODE_AND_PORT, name).take(hops, 0, 0);
  }

  @Test
  void linkIsFoundAgain() {
    for (int round = 0; round < 3; round++) {
      for (int format = 0; format < 4; format++) {
        for (int name = 1; name <= 10; name++) {
          take(format, name);
        }
      }
    }
    assertThat(table.count()).isEqualTo(40);
    assertThat(table.all()).allMatch(link -> link.records() == 3);
    assertThat(table.link(2, WatchedLinks.PATH_AND_HOP, 5).records()).isZero(); // another kind of name is another link
    assertThat(table.leftOutRecords()).isZero();
  }

  @Test
  void forgedNamesDisplaceOnlyEachOther() {
    var random = new SplittableRandom(1);
    long records = 0;
    for (int round = 0; round < 20_000; round++) {
      take(0, 1 + round % 8);
      take(0, random.nextLong());
      take(0, random.nextLong());
      records += 3;
      if (round % 1000 == 0) {
        table.endInterval();
      }
    }
    assertThat(table.count()).isLessThanOrEqualTo(MOST);
    List<WatchedLink> own = table.all().stream().filter(link -> link.name >= 1 && link.name <= 8).toList();
    assertThat(own).hasSize(8).allMatch(link -> link.records() == 2500);
    long kept = table.all().stream().mapToLong(WatchedLink::records).sum();
    assertThat(kept + table.leftOutRecords()).isEqualTo(records);
    assertThat(table.leftOutLinks()).isGreaterThan(30_000);
  }

  @Test
  void linksOfEqualCountsLeaveToo() {
    for (int name = 1; name <= 1000; name++) {
      take(0, name);
    }
    assertThat(table.count()).isBetween(MOST / 2, MOST);
    assertThat(table.count() + table.leftOutLinks()).isEqualTo(1000);
    for (int at = 0; at < table.count(); at++) {
      WatchedLink link = table.get(at);
      assertThat(table.link(WatchedLinks.format(link), WatchedLinks.kind(link), link.name)).isSameAs(link);
    }
  }

  @Test
  void intervalHasOnlyItsOwnLinks() {
    take(0, 1);
    take(0, 2);
    table.endInterval();
    take(0, 2);
    assertThat(table.withRecords()).singleElement().satisfies(link -> {
      assertThat(link.name).isEqualTo(2);
      assertThat(link.interval.records).isEqualTo(1);
      assertThat(link.total.records).isEqualTo(1);
    });
  }
}
