package dev.inflight.livetools.watch;

import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tables of a watch, in a folder: each interval of frames, of formats and of links, and at the end the summary. They are complete
 * on the disk after each interval.
 */
final class WatchFiles implements AutoCloseable {
  private static final String FRAMES = "frames.csv";
  private static final String FORMATS = "formats.csv";
  private static final String LINKS = "links.csv";
  private static final String SUMMARY = "watch.txt";
  private static final double PS_PER_S = 1e12;
  private static final int DECIMALS = 6;

  private final Path folder;
  private final RunFolder.Opener opener;
  private final List<TextWriter> open = new ArrayList<>();
  private final TextWriter frames;
  private final TextWriter formats;
  private final TextWriter links;

  /**
   * Creates the tables.
   *
   * @param folder folder, which is created; it must be new or empty
   */
  WatchFiles(Path folder, RunFolder.Opener opener) {
    this.folder = folder;
    this.opener = opener;
    make();
    frames = begin(FRAMES, "end_s,interval_s,frames,bytes,with_telemetry,lost,malformed,unreadable,cut,foreign\n");
    formats = begin(FORMATS, "end_s,format,headers,brought_back,unreadable,hops,most_hops,full,foreign\n");
    links = begin(LINKS,
        "end_s,format,link,records,incomplete,rate_bps,sent_bps,use,seen,queue_unit,queue_p50,queue_p95,queue_max\n");
  }

  /** Rejects a folder that is not empty. */
  static void check(Path folder) {
    SourceLocation place = SourceLocation.of(folder);
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw place.error("this is not a folder, so results cannot go there");
    }
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw place.error("the folder is not empty; choose another with --out");
        }
      } catch (IOException unreadable) {
        throw new OutputError(folder, "list the folder", unreadable);
      }
    }
  }

  private void make() {
    check(folder);
    try {
      Files.createDirectories(folder);
    } catch (IOException failed) {
      throw new OutputError(folder, "write results", failed);
    }
  }

  private TextWriter begin(String name, String header) {
    try {
      var file = new TextWriter(opener.open(folder.resolve(name)), cause -> new OutputError(folder, "write " + name, cause));
      open.add(file);
      return file.text(header);
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + name, failed);
    }
  }

  /** Adds the rows of one interval. */
  void interval(TelemetryCollector collector, double endPs, double elapsedPs, long lost) {
    double end = endPs / PS_PER_S;
    Counts counts = collector.interval();
    FrameCounts of = counts.frames;
    frames.decimal(end, DECIMALS).mark(',').decimal(elapsedPs / PS_PER_S, DECIMALS);
    wholes(frames, of.frames, of.bytes, of.withTelemetry, lost, of.malformed, counts.unreadable(), of.cut, counts.foreign())
        .mark('\n');
    for (int number = 0; number < counts.formats(); number++) {
      FormatCounts format = counts.format(number);
      if (format.isSeen()) {
        formats.decimal(end, DECIMALS).mark(',').text(collector.formatName(number));
        wholes(formats, format.headers, format.broughtBack, format.unreadable, format.hops, format.mostHops, format.full,
            format.foreign).mark('\n');
      }
    }
    LinkRow.ofInterval(collector, elapsedPs).forEach(row -> link(end, row));
    open.forEach(TextWriter::flush);
  }

  private void link(double end, LinkRow row) {
    links.decimal(end, DECIMALS).mark(',').text(row.format()).mark(',').text(row.name());
    wholes(links, row.records(), row.incomplete(), row.rateBitsPerSec()).mark(',');
    known(row.use().sentBitsPerSec(), 0).mark(',');
    known(row.use().share(), DECIMALS).mark(',').decimal(row.use().seen(), DECIMALS).mark(',')
        .text(EnumNames.of(row.queue().unit()));
    if (row.queue().count() == 0) {
      links.text(",,,\n");
    } else {
      wholes(links, row.queue().p50(), row.queue().p95(), row.queue().most()).mark('\n');
    }
  }

  /** Writes a value, or nothing if it is unknown. */
  private TextWriter known(double value, int decimals) {
    return value < 0 ? links : decimals == 0 ? links.number(Math.round(value)) : links.decimal(value, decimals);
  }

  private static TextWriter wholes(TextWriter file, long... values) {
    for (long value : values) {
      file.mark(',').number(value);
    }
    return file;
  }

  /** Writes the summary. */
  void summary(String text) {
    try (var file = opener.open(folder.resolve(SUMMARY))) {
      file.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new OutputError(folder, "write " + SUMMARY, failed);
    }
  }

  @Override
  public void close() {
    open.forEach(TextWriter::close);
  }
}
