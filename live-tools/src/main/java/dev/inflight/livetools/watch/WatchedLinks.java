package dev.inflight.livetools.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table of the links that telemetry has reported, by name. Its size is limited: a full table keeps the half with the most
 * records, and only the number of records of the others. So forged names displace each other, not the links of a network.
 */
final class WatchedLinks {
  /** Kind of name: a node, and a port of 16 bits. */
  static final int NODE_AND_PORT = 0;
  /** Kind of name: a format's identity of a whole path, and in the 16 low bits a hop of it. */
  static final int PATH_AND_HOP = 1;
  /** Kind of name: a format's locator of an answer for the whole path. */
  static final int LOCATOR = 2;

  private static final int KIND_BITS = 2;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final int most;
  private final @Nullable WatchedLink[] places;
  private final WatchedLink[] links;
  private final long[] counts;
  private int count;
  private int made;
  private long leftOutLinks;
  private long leftOutRecords;

  /**
   * Creates an empty table.
   *
   * @param most largest number of links, 2 to 2^20
   */
  WatchedLinks(int most) {
    this.most = most;
    places = new WatchedLink[Integer.highestOneBit(most) << 2];
    links = new WatchedLink[most];
    counts = new long[most];
  }

  /** Kind of a link's name. */
  static int kind(WatchedLink link) {
    return link.code & (1 << KIND_BITS) - 1;
  }

  /** Number of the format of a link's name. */
  static int format(WatchedLink link) {
    return link.code >>> KIND_BITS;
  }

  /** Returns a link, which is added if missing. */
  WatchedLink link(int format, int kind, long name) {
    int code = format << KIND_BITS | kind;
    int place = place(code, name);
    WatchedLink found = places[place];
    while (found != null && (found.name != name || found.code != code)) {
      place = place + 1 & places.length - 1;
      found = places[place];
    }
    return found != null ? found : add(code, name);
  }

  private int place(int code, long name) {
    return (int) ((name * 31 + code) * MULTIPLIER >>> 32) & places.length - 1;
  }

  private WatchedLink add(int code, long name) {
    if (count == most) {
      leaveOut();
    }
    if (count == made) {
      links[made++] = new WatchedLink();
    }
    WatchedLink link = links[count++];
    link.become(code, name);
    put(link);
    return link;
  }

  private void put(WatchedLink link) {
    int place = place(link.code, link.name);
    while (places[place] != null) {
      place = place + 1 & places.length - 1;
    }
    places[place] = link;
  }

  /** Keeps the half with the most records, and the objects of the others for reuse. */
  private void leaveOut() {
    for (int at = 0; at < count; at++) {
      counts[at] = links[at].records();
    }
    Arrays.sort(counts, 0, count);
    int toKeep = count / 2;
    long least = counts[count - toKeep];
    int withLeast = toKeep; // as many of the links at the limit as there is room for
    for (int at = count - 1; at >= 0 && counts[at] > least; at--) {
      withLeast--;
    }
    Arrays.fill(places, null);
    int kept = 0;
    for (int at = 0; at < count; at++) {
      WatchedLink link = links[at];
      long records = link.records();
      if (records > least || records == least && withLeast-- > 0) {
        links[at] = links[kept];
        links[kept++] = link;
        put(link);
      } else {
        leftOutLinks++;
        leftOutRecords += records;
      }
    }
    count = kept;
  }

  /** Number of links in the table. */
  int count() {
    return count;
  }

  /** One of the links; its number changes when links are added. */
  WatchedLink get(int number) {
    return links[number];
  }

  /** Links with a record since the last report. */
  List<WatchedLink> withRecords() {
    var active = new ArrayList<WatchedLink>();
    for (int at = 0; at < count; at++) {
      if (links[at].interval.records > 0) {
        active.add(links[at]);
      }
    }
    return active;
  }

  /** All links. */
  List<WatchedLink> all() {
    return List.of(Arrays.copyOf(links, count));
  }

  /** Starts the next interval. */
  void endInterval() {
    for (int at = 0; at < count; at++) {
      links[at].endInterval();
    }
  }

  /** Number of times that a link was left out for lack of room; a link that returned counts again. */
  long leftOutLinks() {
    return leftOutLinks;
  }

  /** Records of those links. */
  long leftOutRecords() {
    return leftOutRecords;
  }
}
