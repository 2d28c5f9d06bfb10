package dev.inflight.lab.spec;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.spec.SizePoints.Row;
import dev.inflight.sim.workload.size.SizeDistribution;
import dev.inflight.sim.workload.size.SizeDistributions;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * File of flow sizes. A line has a size and the share of flows up to that size, as a percentage or a fraction, in either order. A
 * single number in the first line is the mean, as in Homa's files, in which flows have exactly the listed sizes. Three values are
 * those of ns-2: packets, an unused number, and a fraction.
 */
final class SizesFile {
  /** Parameter of a workload for the file. */
  static final String PARAMETER = "sizes";
  /** Parameter of the file for the bytes of one unit of sizes. */
  static final String PACKET = "packet";

  private static final String POINT = "bytes per-cent";
  private static final String NS2_POINT = "packets number part";
  /** Homa's sizes in packets are below this value, and those in bytes above. */
  private static final long MOST_PACKETS = 1 << 16;
  private static final long MOST_PACKET_BYTES = 65536;
  private static final double TOLERANCE = 0.01;
  /** Word of sizes, also of an invalid one such as {@code 1000x}. */
  private static final Pattern NUMBER = Pattern.compile("[-+.]?\\d");
  /** Name, in contrast to points of sizes. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][\\w-]*");
  /** Unit in a column's name, as {@code size_kb} and {@code (Packets)}; per cent is the unit of the other column. */
  private static final Pattern OTHER_UNIT = Pattern
      .compile("(?i)packet|pkt|segment|(^|[^a-z])([kmg]i?b|[kmg]i?bytes|kilobytes|megabytes|bits?)([^a-z]|$)");
  private static final BigDecimal ALL = BigDecimal.valueOf(100);

  private final List<Tokens> lines;
  private final @Nullable Tokens mean;
  private final long factor;
  private final boolean isPacketGiven;

  private SizesFile(List<Tokens> lines, @Nullable Tokens mean, @Nullable Long packetBytes) {
    this.lines = lines;
    this.mean = mean;
    factor = packetBytes == null ? 1 : packetBytes;
    isPacketGiven = packetBytes != null;
  }

  /**
   * Rejects a name that is similar to that of a built-in distribution.
   *
   * @throws IllegalArgumentException with the similar name
   */
  static void requireKnown(String sizes) {
    List<String> names = SizeDistributions.ALL.stream().map(SizeDistribution::name).toList();
    if (!names.contains(sizes) && NAME.matcher(sizes).matches() && Suggestion.to(sizes, names).isPresent()) {
      throw new IllegalArgumentException("unknown size distribution " + Quoted.of(sizes) + Suggestion.hint(sizes, names)
          + ", or give points such as \"0 0, 1000 60, 50000 100\"");
    }
  }

  /**
   * Returns the points in the form of a workload's parameter.
   *
   * @param text file without comments
   * @param packet bytes of one unit of the file's sizes, optionally with a unit; null: the sizes are bytes
   * @throws IllegalArgumentException if {@code packet} is not a size
   */
  static String points(InputText text, @Nullable String packet) {
    List<Tokens> lines = new InputText(text.path(),
        text.lines().stream().map(line -> line.replace(',', ' ').replace(';', ' ')).toList()).fields();
    if (lines.isEmpty()) {
      throw text.whole().error("this file has no sizes; a line is bytes and per cent of flows, as in 1000 60");
    }
    if (isHeader(lines)) {
      checkHeader(lines.getFirst(), packet != null);
      lines = lines.subList(1, lines.size());
    }
    Long packetBytes = packet == null ? null : Long.valueOf(Units.size(packet));
    if (packetBytes != null && (packetBytes < 1 || packetBytes > MOST_PACKET_BYTES)) {
      throw new IllegalArgumentException(PACKET + " " + packetBytes + " is outside 1 to " + MOST_PACKET_BYTES + " bytes");
    }
    boolean hasMean = lines.size() > 1 && lines.getFirst().count() == 1;
    return new SizesFile(hasMean ? lines.subList(1, lines.size()) : lines, hasMean ? lines.getFirst() : null, packetBytes)
        .points();
  }

  /** Reports whether the first line has names of columns: no word of it is a number. */
  private static boolean isHeader(List<Tokens> lines) {
    Tokens first = lines.getFirst();
    return lines.size() > 1 && first.count() > 1
        && IntStream.range(0, first.count()).noneMatch(at -> NUMBER.matcher(first.word(at)).find())
        && IntStream.range(0, lines.get(1).count()).allMatch(at -> Units.isReal(lines.get(1).word(at)));
  }

  private static void checkHeader(Tokens header, boolean isPacketGiven) {
    for (int at = 0; at < header.count() && !isPacketGiven; at++) {
      if (OTHER_UNIT.matcher(header.word(at)).find()) {
        throw header.place().error("the column " + Quoted.shortened(header.word(at))
            + " has sizes in another unit than bytes; write sizes=file(path=..., packet=1000B) for a unit of 1000 bytes");
      }
    }
    Notices.note(header.place(), "this line has the names of columns");
  }

  private String points() {
    boolean ofNs2 = lines.getFirst().count() == 3;
    lines.forEach(line -> line.require(ofNs2 ? 3 : 2, ofNs2 ? NS2_POINT : POINT));
    boolean sizesFirst = ofNs2 || areSizesFirst();
    List<Row> rows = rows(sizesFirst ? 0 : 1, ofNs2 ? 2 : sizesFirst ? 1 : 0);
    SizePoints.check(rows);
    if (ofNs2 && !isPacketGiven) {
      throw lines.getFirst().place().error("of three values (" + NS2_POINT
          + ", as in ns-2's files) the first counts packets in most files; write sizes=file(path=..., packet=1460B), or packet=1B"
          + " if it counts bytes");
    }
    if (mean != null) {
      checkMean(mean, rows);
      return SizePoints.steps(rows);
    }
    Row first = rows.getFirst();
    if (first.percent().signum() > 0) {
      if (ofNs2) {
        rows.addFirst(new Row(first.place(), first.bytes(), BigDecimal.ZERO));
        return SizePoints.linear(rows);
      }
      Notices.add(first.place(), "first point",
          "the first line is at " + first.percent().stripTrailingZeros().toPlainString() + " per cent, not at 0; sizes below "
              + first.bytes() + " bytes are taken as evenly spread from 0, as traffic generators do");
    }
    return SizePoints.linear(rows);
  }

  /** Reports whether the first column has the sizes. A file is invalid if either column could have them. */
  private boolean areSizesFirst() {
    boolean first = areParts(1);
    boolean second = areParts(0);
    boolean same = lines.stream().allMatch(line -> line.word(0).equals(line.word(1)));
    if (first && second && !same) {
      throw lines.getFirst().place().error("the lines can be 'bytes per-cent' or 'per-cent bytes'; add a comment line or"
          + " a point that decides, such as a last size above 100");
    }
    return first || !second;
  }

  /** Reports whether a column can be a cumulative distribution, and the other one nondecreasing integer sizes. */
  private boolean areParts(int column) {
    BigDecimal before = BigDecimal.ZERO;
    BigDecimal sizeBefore = BigDecimal.ZERO;
    for (Tokens line : lines) {
      if (!Units.isReal(line.word(0)) || !Units.isReal(line.word(1))) {
        return false;
      }
      BigDecimal part = number(line, column);
      BigDecimal size = number(line, 1 - column);
      if (part.compareTo(before) < 0 || size.compareTo(sizeBefore) < 0 || size.stripTrailingZeros().scale() > 0) {
        return false;
      }
      before = part;
      sizeBefore = size;
    }
    return before.compareTo(BigDecimal.ONE) == 0 || before.compareTo(ALL) == 0;
  }

  private static BigDecimal number(Tokens line, int at) {
    return line.place().check(() -> Units.decimal("value " + (at + 1), line.word(at)));
  }

  private List<Row> rows(int sizes, int parts) {
    Tokens last = lines.getLast();
    boolean ofOne = Units.isReal(last.word(parts)) && number(last, parts).compareTo(BigDecimal.ONE) == 0;
    var rows = new ArrayList<Row>();
    for (Tokens line : lines) {
      long bytes = SizePoints.bytes(line.place(), line.word(sizes), factor);
      line.place().check(() -> Units.real("per cent", line.word(parts)));
      BigDecimal part = line.place().check(() -> Units.decimal("per cent", line.word(parts)));
      rows.add(new Row(line.place(), bytes, ofOne ? part.movePointRight(2) : part));
    }
    SizePoints.check(rows);
    if (rows.getLast().percent().compareTo(ALL) != 0) {
      throw SizePoints.noEnd(last.place(), last.word(parts));
    }
    return rows;
  }

  private void checkMean(Tokens header, List<Row> rows) {
    double written = header.place().check(() -> Units.real("mean", header.word(0)));
    long largest = Collections.max(rows.stream().map(Row::bytes).toList()) / factor;
    if (!isPacketGiven && largest < MOST_PACKETS) {
      throw header.place()
          .error("this file starts with a mean, as Homa's do, with sizes in packets (DCTCP) or bytes; the largest size, "
              + largest + ", fits both; write sizes=file(path=..., packet=1B) for bytes, or packet=1442B");
    }
    double mean = SizePoints.meanOfSteps(rows) / factor;
    if (!(Math.abs(written - mean) <= TOLERANCE * mean)) {
      Notices.add(header.place(), "mean", "the first line states a mean of " + Quoted.shortened(header.word(0))
          + ", and that of the lines below is " + Units.formatReal(Math.rint(mean * 100) / 100) + ", which is used");
    }
  }

  /** Returns the nonblank lines of such a file. */
  static List<String> content(InputText text) {
    return text.lines().stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  /**
   * Returns the lines without comments, which may contain any bytes.
   *
   * @throws InputError if a line has bytes outside comments that are not UTF-8
   */
  static InputText withoutComments(InputText text) {
    var plain = new InputText(text.path(), text.lines().stream().map(SizesFile::withoutComment).toList());
    plain.requireUtf8();
    return plain;
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return comment < 0 ? line : line.substring(0, comment);
  }
}
