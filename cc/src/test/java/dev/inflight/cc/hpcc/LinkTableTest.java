package dev.inflight.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.Hops;
import org.junit.jupiter.api.Test;

/**
 * Records of links that the last report did not name: each is found under its own link or position, and the oldest are removed
 * first.
 */
class LinkTableTest {
  private static final long RATE = 100_000_000_000L;
  private static final int ROOM = 64;

  private static Hops report(int pathId) {
    var hops = new Hops(8);
    hops.clear(1L << 40, 1L << 40);
    hops.pathId(pathId);
    return hops;
  }

  /** Report of ports of one node: port n has sent n bytes. */
  private static Hops links(int... ports) {
    Hops hops = report(0);
    for (int port : ports) {
      hops.add(1_000, port, 0, RATE, Hops.link(7, port));
    }
    return hops;
  }

  /** Report that only identifies its path: hop n has sent {@code sentBytes} and n bytes. */
  private static Hops path(int pathId, int count, long sentBytes) {
    Hops hops = report(pathId);
    for (int hop = 0; hop < count; hop++) {
      hops.add(1_000, sentBytes + hop, 0, RATE);
    }
    return hops;
  }

  private static long sent(LinkTable table, Hops report, int hop) {
    return table.records().sentBytes(table.find(report, hop));
  }

  @Test
  void findsLinkAtAnyPositionInAReport() {
    var table = new LinkTable();
    table.keep(links(1, 2, 3), 50);
    assertThat(sent(table, links(3), 0)).isEqualTo(3);
    assertThat(sent(table, links(9, 1), 1)).isEqualTo(1);
    assertThat(table.find(links(9), 0)).isEqualTo(LinkTable.NONE);
    assertThat(table.arrivedPs(table.find(links(2), 0))).isEqualTo(50);
  }

  @Test
  void aLinkHasOneRecordTheLatest() {
    var table = new LinkTable();
    table.keep(links(1, 2), 50);
    Hops later = report(0);
    later.add(2_000, 77, 0, RATE, Hops.link(7, 2));
    table.keep(later, 60);
    assertThat(sent(table, links(2), 0)).isEqualTo(77);
    assertThat(table.arrivedPs(table.find(links(2), 0))).isEqualTo(60);
    assertThat(table.arrivedPs(table.find(links(1), 0))).isEqualTo(50);
  }

  @Test
  void withoutLinkNamesThePositionOnThePathCounts() {
    var table = new LinkTable();
    table.keep(path(5, 3, 100), 50);
    table.keep(path(5, 2, 200), 50); // of another length: other links, as far as is known
    table.keep(path(6, 3, 300), 50);
    for (int hop = 0; hop < 3; hop++) {
      assertThat(sent(table, path(5, 3, 0), hop)).isEqualTo(100 + hop);
      assertThat(sent(table, path(6, 3, 0), hop)).isEqualTo(300 + hop);
    }
    assertThat(sent(table, path(5, 2, 0), 1)).isEqualTo(201);
    assertThat(table.find(path(7, 3, 0), 0)).isEqualTo(LinkTable.NONE);
    Hops cutOff = path(5, 3, 0);
    cutOff.cutOff(true);
    assertThat(table.find(cutOff, 0)).as("hops are missing in between").isEqualTo(LinkTable.NONE);
  }

  @Test
  void aHopThatCannotBeMeasuredLeavesNoRecord() {
    var table = new LinkTable();
    Hops report = report(0);
    report.add(1_000, 5, 0, 0, Hops.link(7, 1));
    report.add(1_000, 6, 0, RATE, Hops.link(7, 2));
    table.keep(report, 50);
    assertThat(table.find(links(1), 0)).isEqualTo(LinkTable.NONE);
    assertThat(sent(table, links(2), 0)).isEqualTo(6);
  }

  @Test
  void whenItIsFullTheOldestGoes() {
    var table = new LinkTable();
    for (int port = 1; port <= ROOM; port++) {
      table.keep(links(port), port == 40 ? 1 : 1000 + port); // the 40th came first
    }
    for (int port = 1; port <= ROOM; port++) {
      assertThat(table.find(links(port), 0)).as("link %d", port).isNotEqualTo(LinkTable.NONE);
    }
    table.keep(links(100), 5000);
    assertThat(table.find(links(40), 0)).isEqualTo(LinkTable.NONE);
    assertThat(sent(table, links(100), 0)).isEqualTo(100);
    table.keep(links(101), 5001);
    assertThat(table.find(links(1), 0)).isEqualTo(LinkTable.NONE);
    assertThat(table.find(links(2), 0)).isNotEqualTo(LinkTable.NONE);
    assertThat(sent(table, links(64), 0)).isEqualTo(64);
  }

  @Test
  void aLongPathHasRoomForTwoReports() {
    var table = new LinkTable();
    int[] first = new int[50];
    int[] second = new int[50];
    for (int at = 0; at < 50; at++) {
      first[at] = 1 + at;
      second[at] = 1001 + at;
    }
    table.keep(links(first), 10);
    table.keep(links(second), 20);
    for (int at = 0; at < 50; at++) {
      assertThat(sent(table, links(first[at]), 0)).isEqualTo(1 + at);
      assertThat(sent(table, links(second[at]), 0)).isEqualTo(1001 + at);
    }
  }
}
