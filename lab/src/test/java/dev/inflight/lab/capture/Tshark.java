package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Wireshark without windows. */
final class Tshark {
  private static final String SCRIPT = "../wireshark/inflight.lua";
  private static final String SEPARATOR = "\t";
  /** Field of an error in a frame. */
  static final String COMPLAINT = "_ws.expert.message";

  private final Path home;
  private final List<String> options;

  private Tshark(Path home, List<String> options) {
    this.home = home;
    this.options = options;
  }

  /** Returns tshark as installed. */
  static Tshark plain(Path home) {
    OutsideTool.require("tshark", "tshark");
    return new Tshark(home, List.of());
  }

  /** Returns tshark with the project's dissector. */
  static Tshark withOurs(Path home) {
    return plain(home).with("-X", "lua_script:" + SCRIPT);
  }

  Tshark with(String... more) {
    var all = new ArrayList<>(options);
    all.addAll(List.of(more));
    return new Tshark(home, all);
  }

  /** Returns its output for a capture. */
  String text(Path capture, String... more) {
    var command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
    command.addAll(options);
    command.addAll(List.of(more));
    return OutsideTool.run(home, command).expectSuccess().out();
  }

  /** The values of some fields: for each frame and each field the values it has there. */
  List<List<List<String>>> fields(Path capture, List<String> names) {
    var arguments = new ArrayList<>(List.of("-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=,"));
    for (String name : names) {
      arguments.add("-e");
      arguments.add(name);
    }
    return text(capture, arguments.toArray(String[]::new)).lines().map(line -> Arrays.stream(line.split(SEPARATOR, -1))
        .map(cell -> cell.isEmpty() ? List.<String>of() : List.of(cell.split(","))).toList()).toList();
  }

  /**
   * Comparison of a capture with {@link SecondReading}.
   *
   * @param values number of values that are the same in both
   * @param complaints errors that Wireshark reports
   */
  record Comparison(int values, Set<String> complaints) {
  }

  /** Compares every value of every field with a fitting name; all have to be the same. */
  Comparison compare(Path capture, Predicate<String> which) {
    List<SecondReading> expected = WireCaptures.readings(capture);
    var fitting = new TreeSet<String>();
    expected.forEach(reading -> fitting.addAll(reading.values().keySet()));
    fitting.removeIf(which.negate());
    var names = new ArrayList<>(fitting);
    names.add(COMPLAINT);
    List<List<List<String>>> rows = fields(capture, names);
    assertThat(rows).hasSameSizeAs(expected);
    int values = 0;
    var complaints = new TreeSet<String>();
    for (int frame = 0; frame < rows.size(); frame++) {
      List<List<String>> row = rows.get(frame);
      for (int column = 0; column < names.size() - 1; column++) {
        List<Long> actual = row.get(column).stream().map(Tshark::number).toList();
        assertThat(actual).as("%s of frame %d", names.get(column), frame + 1)
            .isEqualTo(expected.get(frame).all(names.get(column)));
        values += actual.size();
      }
      complaints.addAll(row.getLast());
    }
    return new Comparison(values, complaints);
  }

  /** Returns the errors that it reports for a capture. */
  Set<String> complaints(Path capture) {
    return fields(capture, List.of(COMPLAINT)).stream().flatMap(row -> row.getFirst().stream()).collect(Collectors.toSet());
  }

  /** A number as some field shows it: of an IPv6 address the lower half. */
  static long number(String text) {
    if (text.startsWith("0x")) {
      return Long.parseUnsignedLong(text.substring(2), 16);
    }
    if (text.matches("(\\p{XDigit}{2}:){5}\\p{XDigit}{2}")) {
      return Long.parseLong(text.replace(":", ""), 16);
    }
    if (text.contains(":") || text.contains(".")) {
      return address(text);
    }
    return Long.parseUnsignedLong(text);
  }

  private static long address(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(InetAddress.getByName(text).getAddress());
      return bytes.capacity() == 4 ? bytes.getInt() & 0xFFFF_FFFFL : bytes.getLong(8);
    } catch (UnknownHostException wrong) {
      throw new IllegalArgumentException(text, wrong);
    }
  }
}
