package dev.inflight.livetools.watch;

import dev.inflight.lab.print.Humanize;
import dev.inflight.sim.measure.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts on the screen. */
final class WatchText {
  /** Number of links shown in each interval. */
  private static final int SHOWN_OF_INTERVAL = 4;
  /** Number of links shown at the end. */
  private static final int SHOWN_AT_END = 40;
  private static final double PS_PER_S = 1e12;
  private static final double MILLION = 1e6;
  private static final String NOTHING = "-";
  private static final String INDENT = "            ";

  private WatchText() {
  }

  /**
   * Report of one interval.
   *
   * @param endPs end of the interval, since the start of the watch, in picoseconds
   * @param elapsedPs length of the interval
   * @param lost frames that the kernel lost in it
   * @param up true if the interface is up
   */
  static String interval(TelemetryCollector collector, double endPs, double elapsedPs, long lost, boolean up) {
    Counts counts = collector.interval();
    var line = new StringBuilder(Humanize.right(Humanize.decimal(endPs / PS_PER_S, 1), 8)).append(" s  ");
    line.append(perSecond(counts.frames.frames, elapsedPs)).append(" frames/s, ")
        .append(bitsPerSec(counts.frames.bytes, elapsedPs));
    IntStream.range(0, counts.formats()).filter(format -> counts.format(format).read() > 0).forEach(
        format -> line.append(", ").append(perSecond(counts.format(format).read(), elapsedPs)).append(' ')
            .append(collector.formatName(format)).append("/s"));
    line.append(", ").append(Humanize.count(lost)).append(" lost");
    append(line, counts.frames.malformed, "malformed");
    append(line, counts.unreadable(), "unreadable");
    append(line, counts.foreign(), "foreign");
    append(line, counts.frames.cut, "cut");
    line.append(up ? "\n" : ", the interface is down\n");
    List<LinkRow> rows = LinkRow.ofInterval(collector, elapsedPs);
    table(rows.subList(0, Math.min(rows.size(), SHOWN_OF_INTERVAL))).forEach(row -> line.append(row).append('\n'));
    if (rows.size() > SHOWN_OF_INTERVAL) {
      line.append(INDENT).append("and ").append(Humanize.count(rows.size() - SHOWN_OF_INTERVAL, "link")).append(" less busy\n");
    }
    return line.toString();
  }

  private static void append(StringBuilder line, long count, String what) {
    if (count > 0) {
      line.append(", ").append(Humanize.count(count)).append(' ').append(what);
    }
  }

  /**
   * Summary of the whole watch.
   *
   * @param name name of the interface
   * @param elapsedPs length of the watch
   * @param lost frames that the kernel lost
   * @param oversized frames that are not Ethernet frames
   */
  static String summary(TelemetryCollector collector, String name, double elapsedPs, long lost, long oversized) {
    Counts counts = collector.total();
    FrameCounts frames = counts.frames;
    var text = new StringBuilder();
    line(text, "watched", name + " for " + Humanize.seconds(elapsedPs / PS_PER_S));
    line(text, "frames", Humanize.count(frames.frames) + ": " + perSecond(frames.frames, elapsedPs) + " a second, "
        + bitsPerSec(frames.bytes, elapsedPs));
    if (frames.frames == 0) {
      line(text, "", "frames that pass through AF_XDP bypass every capture: see docs/live.md");
    }
    line(text, "lost", Humanize.count(lost, "frame") + ", because the kernel's buffer was full");
    line(text, "telemetry", "in " + Humanize.count(frames.withTelemetry, "frame"));
    for (int format = 0; format < counts.formats(); format++) {
      if (counts.format(format).isSeen()) {
        line(text, "", format(collector.formatName(format), counts.format(format)));
      }
    }
    line(text, "malformed",
        Humanize.count(frames.malformed, "frame") + unknown(oversized) + "; " + Humanize.count(frames.cut, "header") + " cut");
    links(text, collector, elapsedPs);
    return text.toString();
  }

  private static String unknown(long oversized) {
    return oversized == 0 ? "" : ", and " + Humanize.count(oversized) + " that are not Ethernet frames";
  }

  private static void links(StringBuilder text, TelemetryCollector collector, double elapsedPs) {
    List<LinkRow> rows = LinkRow.ofAll(collector, elapsedPs);
    line(text, "links", Humanize.count(rows.size()) + (rows.size() > 1 ? ", the busiest first" : ""));
    table(rows.subList(0, Math.min(rows.size(), SHOWN_AT_END))).forEach(row -> text.append(row).append('\n'));
    if (rows.size() > SHOWN_AT_END) {
      text.append(INDENT).append("and ").append(Humanize.count(rows.size() - SHOWN_AT_END, "link")).append(" less busy\n");
    }
    WatchedLinks table = collector.links();
    if (table.leftOutRecords() > 0) {
      line(text, "left out", Humanize.count(table.leftOutRecords(), "record") + " of the links with the fewest records;"
          + " the table has room for " + Humanize.count(TelemetryCollector.MOST_LINKS, "link"));
    }
  }

  private static String format(String name, FormatCounts counts) {
    String hops = counts.hops == 0
        ? ""
        : "; " + Humanize.decimal((double) counts.hops / counts.read(), 1) + " hops each, at most " + counts.mostHops;
    String full = counts.full == 0 ? "" : ", " + Humanize.count(counts.full) + " full";
    String foreign = counts.foreign == 0 ? "" : Humanize.count(counts.foreign) + ' ' + foreign(name) + ", ";
    return name + ": " + Humanize.count(counts.headers, "header") + ", " + Humanize.count(counts.broughtBack) + " brought back"
        + full + hops + "; " + foreign + Humanize.count(counts.unreadable) + " unreadable";
  }

  /** Property that makes headers of a format foreign. */
  private static String foreign(String name) {
    return switch (name) {
      case "ioam", "ioam-incremental" -> "of another namespace";
      case "ifa" -> "of another version or name space";
      default -> "of another version or type";
    };
  }

  private static void line(StringBuilder text, String title, String content) {
    text.append(Humanize.left(title, INDENT.length())).append(content).append('\n');
  }

  private static String perSecond(long count, double elapsedPs) {
    return Humanize.count(Math.round(count * PS_PER_S / elapsedPs));
  }

  private static String bitsPerSec(long bytes, double elapsedPs) {
    return Humanize.rate(Math.round(Rate.bitsPerSec(bytes, elapsedPs)));
  }

  /** Rows with columns as wide as their content. */
  private static List<String> table(List<LinkRow> rows) {
    var cells = new ArrayList<List<String>>();
    if (!rows.isEmpty()) {
      cells.add(List.of("format", "link", "busy", "of", "sends", "looked at", "queue p50", "p95", "max", "records"));
    }
    rows.forEach(row -> cells.add(cells(row)));
    int columns = cells.isEmpty() ? 0 : cells.getFirst().size();
    int[] widths = IntStream.range(0, columns)
        .map(column -> cells.stream().mapToInt(row -> row.get(column).length()).max().orElse(0)).toArray();
    return cells.stream().map(row -> INDENT + IntStream.range(0, columns)
        .mapToObj(column -> fill(row.get(column), widths[column], column > 1)).collect(Collectors.joining("  ")).stripTrailing())
        .toList();
  }

  private static String fill(String text, int width, boolean toTheRight) {
    return toTheRight ? Humanize.right(text, width) : Humanize.left(text, width);
  }

  private static List<String> cells(LinkRow row) {
    String incomplete = row.incomplete() == 0 ? "" : ", " + Humanize.count(row.incomplete()) + " incomplete";
    return List.of(row.format(), row.name(), row.use().share() < 0 ? NOTHING : Humanize.percent(row.use().share()),
        row.rateBitsPerSec() == 0 ? NOTHING : Humanize.rate(row.rateBitsPerSec()),
        row.use().sentBitsPerSec() < 0 ? NOTHING : Humanize.rate(Math.round(row.use().sentBitsPerSec())),
        row.use().seen() == 0 ? NOTHING : Humanize.percent(row.use().seen()), queue(row, row.queue().p50()),
        queue(row, row.queue().p95()), queue(row, row.queue().most()), Humanize.count(row.records()) + incomplete);
  }

  private static String queue(LinkRow row, long value) {
    if (row.queue().count() == 0) {
      return NOTHING;
    }
    return switch (row.queue().unit()) {
      case BYTES -> Humanize.bytes(value);
      case PICOSECONDS -> Humanize.time(value);
      case BDP_MILLIONTHS -> Humanize.decimal(value / MILLION, 2) + " BDP";
    };
  }
}
