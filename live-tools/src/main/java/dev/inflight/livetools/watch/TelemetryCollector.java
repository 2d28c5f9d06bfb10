package dev.inflight.livetools.watch;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.lab.capture.TelemetryCodecs;
import dev.inflight.live.device.ring.FrameListener;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.frame.TransportParser;

/**
 * Collector of the telemetry of frames, in packets of both directions, by format and by link. No content of frames makes it
 * throw, and its memory is limited to a number of links. A frame of known links causes no allocation.
 */
public final class TelemetryCollector implements FrameListener {
  /** Largest number of links. */
  public static final int MOST_LINKS = 4096;
  /** Name of {@code link-report}s, which replace returned headers. */
  static final String LINK_REPORT = "link-report";
  /** Name of returned headers without a known format. */
  static final String OTHER = "other";

  private static final int ROOM_BYTES = 4096; // larger than every header
  private static final double MILLION = 1e6;
  private static final int USUAL_HOPS = 16;

  /** Table with one rate for all links. */
  private record Alike(long rate) implements LinkRates {
    @Override
    public long rateBitsPerSec(long node, long port) {
      return rate;
    }
  }

  private final FrameView view;
  private final TelemetryCodecs codecs;
  private final LinkReport linkReport = new LinkReport();
  private final Hops hops = new Hops(USUAL_HOPS);
  private final byte[] pieces = new byte[ROOM_BYTES];
  private final WatchedLinks links;
  private final Counts interval;
  private final Counts total;
  private final int linkReports;
  private final int others;

  /**
   * Creates an empty collector.
   *
   * @param seen formats to look for
   * @param linkRateBitsPerSec rate of all links, for headers without rates; 0 if unknown
   */
  public TelemetryCollector(SeenFormats seen, long linkRateBitsPerSec) {
    this(seen, linkRateBitsPerSec, MOST_LINKS);
  }

  TelemetryCollector(SeenFormats seen, long linkRateBitsPerSec, int mostLinks) {
    view = seen.view();
    long rate = linkRateBitsPerSec == 0 ? LinkRates.UNKNOWN_RATE : linkRateBitsPerSec;
    NetworkFacts unknown = NetworkFacts.UNKNOWN;
    codecs = seen.codecs(new NetworkFacts(new Alike(rate), unknown.baseRttPs(), unknown.hops()));
    links = new WatchedLinks(mostLinks);
    linkReports = codecs.count();
    others = linkReports + 1;
    interval = new Counts(others + 1);
    total = new Counts(others + 1);
  }

  @Override
  public void take(byte[] bytes, int captured, int length, long timeNs) {
    FrameCounts counts = interval.frames;
    counts.frames++;
    counts.bytes += length;
    DecodeStatus outcome = view.parse(bytes, 0, length);
    if (outcome == DecodeStatus.TRUNCATED || outcome == DecodeStatus.MALFORMED) {
      counts.malformed++;
    } else if (outcome == DecodeStatus.UNSUPPORTED && isUnknownTelemetry()) {
      interval.format(others).foreign++;
    }
    boolean found = false;
    for (int index = 0; index < view.headers.count(); index++) {
      found |= header(index, captured, timeNs);
    }
    if (TelemetryCodecs.bringsBack(view, captured)) {
      found |= reflection(captured, timeNs);
    }
    if (found) {
      counts.withTelemetry++;
    }
  }

  /** True if parsing ended behind UDP because the data at a telemetry port are not telemetry. */
  private boolean isUnknownTelemetry() {
    return view.udp != ABSENT && view.payload == ABSENT && view.bth == ABSENT;
  }

  private boolean header(int index, int captured, long timeNs) {
    int at = view.headers.offset(index);
    int rest = view.headers.restOffset(index);
    int length = view.headers.bytes(index);
    int end = rest == ABSENT ? at + length : rest + length - TransportParser.FIRST_PIECE_BYTES;
    if (end > captured) {
      interval.frames.cut++;
      return false;
    }
    int number = codecs.number(view.headers.format(index));
    DecodeStatus outcome;
    if (rest == ABSENT) {
      outcome = codecs.codec(number).read(view.bytes, at, length, hops);
    } else {
      view.headers.copy(index, pieces, 0);
      outcome = codecs.codec(number).read(pieces, 0, length, hops);
    }
    if (outcome != DecodeStatus.READ) {
      interval.format(number).count(outcome);
      return false;
    }
    interval.format(number).headers++;
    take(number, WatchedLinks.NODE_AND_PORT, timeNs);
    return true;
  }

  private boolean reflection(int captured, long timeNs) {
    int at = view.payload;
    int available = view.payloadBytes;
    if (at + available > captured) {
      interval.frames.cut++;
      return false;
    }
    DecodeStatus sound = Reflection.check(view.bytes, at, available);
    if (sound != DecodeStatus.READ) {
      interval.format(others).count(sound);
      return false;
    }
    int code = Reflection.formatCode(view.bytes, at);
    int number = code == LinkReport.REFLECTION_CODE ? linkReports : codecs.reflected(code);
    if (number == ABSENT) {
      interval.format(others).foreign++;
      return false;
    }
    int header = at + Reflection.HEADER_BYTES;
    int length = Reflection.length(view.bytes, at);
    DecodeStatus outcome = number == linkReports
        ? linkReport.read(view.bytes, header, length, hops)
        : codecs.codec(number).read(view.bytes, header, length, hops);
    if (outcome != DecodeStatus.READ) {
      interval.format(number).count(outcome);
      return false;
    }
    interval.format(number).broughtBack++;
    boolean ofPath = number == linkReports && !LinkReport.namesLink(view.bytes, header);
    take(number, ofPath ? WatchedLinks.PATH_AND_HOP : WatchedLinks.NODE_AND_PORT, timeNs);
    return true;
  }

  /** Adds the report in {@link #hops}. */
  private void take(int format, int kind, long timeNs) {
    FormatCounts counts = interval.format(format);
    int count = hops.count();
    counts.hops += count;
    counts.mostHops = Math.max(counts.mostHops, count);
    if (hops.cutOff()) {
      counts.full++;
    }
    PathQuery question = hops.answered();
    if (question != null) {
      answer(links.link(format, WatchedLinks.LOCATOR, hops.pathId()), question);
    }
    for (int hop = 0; hop < count; hop++) {
      long name = hops.link(hop);
      WatchedLink link = name != 0
          ? links.link(format, kind, name)
          : links.link(format, WatchedLinks.PATH_AND_HOP, Hops.link(hops.pathId(), hop + 1));
      link.take(hops, hop, timeNs);
    }
  }

  private void answer(WatchedLink link, PathQuery question) {
    switch (question) {
      case UTILIZATION -> link.takeUse(hops.answer());
      case QUEUEING, WAIT -> link.takeQueue(WatchedLink.QueueUnit.PICOSECONDS, (long) hops.answer());
      case INFLIGHT, LOAD -> link.takeQueue(WatchedLink.QueueUnit.BDP_MILLIONTHS, Math.round(hops.answer() * MILLION));
    }
  }

  /** Counters since the last report. */
  Counts interval() {
    return interval;
  }

  /** Counters up to the last report. */
  Counts total() {
    return total;
  }

  /** Observed links. */
  WatchedLinks links() {
    return links;
  }

  /** Name of a format. */
  String formatName(int format) {
    return format < linkReports ? codecs.format(format).name() : format == linkReports ? LINK_REPORT : OTHER;
  }

  /** Name of a link, in the terms of its format. */
  String linkName(WatchedLink link) {
    return switch (WatchedLinks.kind(link)) {
      case WatchedLinks.NODE_AND_PORT -> "node " + (link.name >>> Short.SIZE) + " port " + (link.name & 0xFFFF);
      case WatchedLinks.PATH_AND_HOP -> "path " + (link.name >>> Short.SIZE) + " hop " + (link.name & 0xFFFF);
      default -> codecs.format(WatchedLinks.format(link)).locatorName((int) link.name);
    };
  }

  /** Ends the interval: its counters move into the total. */
  void endInterval() {
    total.add(interval);
    interval.clear();
    links.endInterval();
  }
}
