package dev.inflight.livetools.watch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The links that telemetry has reported, by name. It never grows beyond a number of links: when that is reached, the half with the most
 * records stays, and of the rest only how many records there were. So made-up names displace each other, and not the links of a network.
 */
final class WatchedLinks {
  /** A name is a node, and a port of 16 bits. */
  static final int NODE_AND_PORT = 0;
  /** A name is what a format calls a whole path, and in its 16 low bits a hop of it. */
  static final int PATH_AND_HOP = 1;
  /** A name is what a format says beside an answer for the whole path. */
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
   * An empty table.
   *
   * @param most links that there may be, 2 to 2^20
   */
  WatchedLinks(int most) {
    this.most = most;
    places = new WatchedLink[Integer.highestOneBit(most) << 2];
    links = new WatchedLink[most];
    counts = new long[most];
  }

  /** What a link's name means. */
  static int kind(WatchedLink link) {
    return link.code & (1 << KIND_BITS) - 1;
  }

  /** The number of the format that the name is from. */
  static int format(WatchedLink link) {
    return link.code >>> KIND_BITS;
  }

  /** A link, which is there from now on. */
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

  /** Keeps the half with the most records, and the objects of all for later. */
  private void leaveOut() {
    for (int at = 0; at < count; at++) {
      counts[at] = links[at].records();
    }
    Arrays.sort(counts, 0, count);
    int toKeep = count / 2;
    long least = counts[count - toKeep];
    int withLeast = toKeep; // so many of those that have just as many as needed
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

  /** Links that are there. */
  int count() {
    return count;
  }

  /** One of them; its number changes when links are added. */
  WatchedLink get(int number) {
    return links[number];
  }

  /** Those of which there was a record since the last report. */
  List<WatchedLink> heardOf() {
    var active = new ArrayList<WatchedLink>();
    for (int at = 0; at < count; at++) {
      if (links[at].interval.records > 0) {
        active.add(links[at]);
      }
    }
    return active;
  }

  /** All. */
  List<WatchedLink> all() {
    return List.of(Arrays.copyOf(links, count));
  }

  /** Starts the next interval. */
  void endInterval() {
    for (int at = 0; at < count; at++) {
      links[at].endInterval();
    }
  }

  /** How often a link was left out, as there was no room; one that came back counts again. */
  long leftOutLinks() {
    return leftOutLinks;
  }

  /** Records of those. */
  long leftOutRecords() {
    return leftOutRecords;
  }
}
