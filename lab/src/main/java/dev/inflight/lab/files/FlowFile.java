package dev.inflight.lab.files;

import dev.inflight.lab.files.flow.FlowCsv;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.workload.FlowTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;

/**
 * Flow file of the HPCC authors' simulator and its forks: a count, then one flow a line in one of the {@link FlowForm}s, with
 * start times in seconds. Reading stops at the announced number of flows. A file that starts with names of columns is a
 * {@link FlowCsv}.
 */
final class FlowFile {
  /** Destination port that marks these flows in results, as other ports mark other workloads. */
  private static final int PORT = 100;
  private static final int PORTS = 1 << 16;
  /** Largest port number: the authors' program reads ports as 32 bits, and its packets contain the lower 16 of them. */
  private static final long MOST_READ = (1L << 32) - 1;

  /** Most digits after the decimal point of a start time in seconds. */
  private static final int DIGITS_TO_PICOSECONDS = 12;

  private FlowFile() {
  }

  /** Adds the file's flows, in its order. */
  static void read(Path path, StartTimeStyle startAs, FlowColumnOrder columns, Topology topology, FlowTable flows) {
    InputText text = InputText.readForeign(path);
    if (FlowCsv.mayBegin(text.lines().get(FlowCsv.firstLine(text)))) {
      FlowCsv.read(text, topology, flows, new Endpoints(topology)::check, PORT);
      return;
    }
    List<Tokens> lines = text.fields();
    Tokens header = lines.getFirst();
    header.require(1, "number of flows");
    long announced = header.whole(0, "number of flows", 0, Long.MAX_VALUE);
    int found = (int) Math.min(announced, lines.size() - 1);
    List<Tokens> listed = lines.subList(1, 1 + found);
    if (!listed.isEmpty()) {
      add(listed, FlowForm.of(listed, columns), startAs, topology, flows);
    }
    if (found < announced) {
      throw header.place().error("the number of flows is " + announced + ", found " + found);
    }
    TrailingLines.warn(lines, 1 + found, "flow", announced, header.place());
  }

  private static void add(List<Tokens> lines, FlowForm form, StartTimeStyle startAs, Topology topology, FlowTable flows) {
    var endpoints = new Endpoints(topology);
    for (Tokens line : lines) {
      line.require(form.count(), form.columns);
      int source = line.whole(form.source, "flow source", 0, Integer.MAX_VALUE);
      int destination = line.whole(form.source + 1, "flow destination", 0, Integer.MAX_VALUE);
      endpoints.check(line.place(), source, destination);
      int priority = line.whole(form.priority(), "priority", 1, 7);
      int port = form.port == FlowForm.NONE ? PORT : port(line, form.port);
      long bytes = bytes(line, form);
      long start = startPs(line, line.word(form.start()), startAs);
      flows.add(source, destination, priority, port, bytes, start);
    }
  }

  /**
   * Returns a start time. Generators write a double's digits, Python's with an exponent below 0.0001; those below 1 ps are cut
   * off.
   */
  private static long startPs(Tokens line, String word, StartTimeStyle startAs) {
    return line.place()
        .check(() -> startAs != StartTimeStyle.DECIMAL || isPlain(word)
            ? startAs.picoseconds("start", word)
            : cutStartPs(line, word, startAs));
  }

  /**
   * Reports whether a word has neither an exponent nor digits below a picosecond. Nearly all words are plain, and need no
   * {@link BigDecimal}.
   */
  private static boolean isPlain(String word) {
    int point = word.indexOf('.');
    return word.indexOf('e') < 0 && word.indexOf('E') < 0 && (point < 0 || word.length() - point - 1 <= DIGITS_TO_PICOSECONDS);
  }

  private static long cutStartPs(Tokens line, String word, StartTimeStyle startAs) {
    BigDecimal seconds = Units.decimal("start", word);
    BigDecimal cut = seconds.setScale(DIGITS_TO_PICOSECONDS, RoundingMode.FLOOR);
    if (seconds.signum() < 0 || cut.compareTo(seconds) == 0) {
      return startAs.picoseconds("start", word);
    }
    String read = cut.toPlainString();
    long startPs = startAs.picoseconds("start", read);
    Notices.add(line.place(), "finer start", "start " + Quoted.of(word) + " is finer than a picosecond and is read as " + read);
    return startPs;
  }

  /** Returns a flow's size. ConWeave's simulator sends one byte for a size of 0. */
  private static long bytes(Tokens line, FlowForm form) {
    boolean mayBeEmpty = form == FlowForm.WITHOUT_PORT;
    long bytes = line.whole(form.bytes, "flow size", mayBeEmpty ? 0 : 1, Long.MAX_VALUE);
    if (bytes == 0) {
      Notices.add(line.place(), "empty flow", "a flow of 0 bytes has 1 byte, as in ConWeave's simulator");
    }
    return Math.max(bytes, 1);
  }

  private static int port(Tokens line, int at) {
    long port = line.whole(at, "port", 0, MOST_READ);
    if (port >= PORTS) {
      Notices.add(line.place(), "large port",
          "port " + port + " has more than 16 bits; its lower 16 are used, " + port % PORTS + ", as in the authors' simulator");
    }
    return (int) (port % PORTS);
  }
}
