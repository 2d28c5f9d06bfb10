package dev.inflight.lab.cables.table;

import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tables of neighbors that devices print ({@code show lldp neighbors} of EOS, NX-OS, IOS and Junos, {@code show lldp table} of
 * SONiC, {@code net show lldp} of Cumulus Linux), one after another in one file. A line {@code ==> leaf1.txt <==}, as
 * {@code tail -n +1} prints it, or a prompt names the device of a table. All other lines are skipped.
 */
public final class LldpTables {
  /** Line of {@code tail} or {@code head} before the content of a file. */
  private static final Pattern FILE = Pattern.compile("==> (.+) <==");
  /** A prompt before a command: {@code leaf1#show}, {@code leaf1(config)>}, {@code user@leaf1:mgmt:~$}. */
  private static final Pattern PROMPT = Pattern
      .compile("(?:\\[?[\\w.-]++@)?([\\w.-]++)(?::[^\\s#$>]*+|\\([^\\s)]*+\\)|\\s[^\\s\\]]++\\])?+\\s?[#$>].*");
  private static final Pattern MANAGEMENT = Pattern.compile("(?:ma|mgmt|management|mgmteth|oob|fxp|em|me)\\d.*|mgmt|eth0");
  /** Names that describe a port of SONiC itself, in a table in which the port's ID is another name or an address. */
  private static final Pattern SONIC_PORT = Pattern.compile("Ethernet\\d+");
  private static final int LONGEST = 1000;
  private static final String NO_SPEED = "N/A";

  private final InputText text;
  private final List<LldpEntry> entries = new ArrayList<>();
  private final Set<String> devices = new HashSet<>();
  private final Faults faults = new Faults();
  private String device;
  private @Nullable LldpColumns columns;
  private String wrapped = "";

  private LldpTables(InputText text) {
    this.text = text;
    device = stem(String.valueOf(text.path().getFileName()));
  }

  /** Reports whether the first lines of a file have the header of such a table. */
  public static boolean mayBegin(String head) {
    return head.lines().anyMatch(line -> LldpColumns.of(line) != null);
  }

  /**
   * Returns the fabric that the tables state.
   *
   * @throws dev.inflight.lab.read.InputError when a table is invalid; the message lists all errors
   */
  public static StatedFabric read(InputText text) {
    return new LldpTables(text).read();
  }

  private StatedFabric read() {
    for (int at = 0; at < text.lines().size(); at++) {
      String line = text.lines().get(at).stripTrailing();
      SourceLocation place = text.at(at + 1);
      faults.collect(() -> line(line, place));
    }
    faults.throwIfAny();
    var fabric = new StatedFabric(text.path(), false);
    new LldpEntry.Ends(entries, devices).addTo(fabric);
    return fabric;
  }

  private void line(String line, SourceLocation place) {
    LldpColumns header = LldpColumns.of(line);
    if (header != null) {
      columns = header;
      wrapped = "";
      devices.add(device);
    } else if (line.isBlank()) {
      columns = columns == null || columns.isEmpty() ? columns : null;
    } else if (!setDevice(line) && columns != null) {
      row(columns, line, place);
    }
  }

  /** Sets the device that a line names, and reports whether it names one. */
  private boolean setDevice(String line) {
    if (line.length() > LONGEST) {
      return false;
    }
    Matcher file = FILE.matcher(line.strip());
    boolean isFile = file.matches();
    Matcher prompt = PROMPT.matcher(line.strip());
    if (!isFile && !prompt.matches()) {
      return false;
    }
    device = isFile ? stem(file.group(1).substring(file.group(1).lastIndexOf('/') + 1)) : prompt.group(1);
    columns = null;
    return true;
  }

  /** Returns the name of a file without its ending, which has no digit. A name of a device may contain dots. */
  private static String stem(String file) {
    int dot = file.lastIndexOf('.');
    return dot > 0 && List.of("txt", "log", "out", "lldp").contains(file.substring(dot + 1)) ? file.substring(0, dot) : file;
  }

  private void row(LldpColumns table, String line, SourceLocation place) {
    String plain = line.strip();
    if (plain.startsWith("Total entries") || plain.chars().allMatch(c -> c == '-' || c == ' ' || c == '=')) {
      columns = plain.startsWith("T") || !table.isEmpty() ? null : table;
      return;
    }
    if (plain.indexOf(' ') < 0 && table.isNameFirst()) { // NX-OS continues a row after a long name in the next line
      wrapped = plain;
      return;
    }
    table.hasRow();
    String neighbor = wrapped.isEmpty() ? table.neighbor(line, place) : wrapped;
    wrapped = "";
    String port = table.port(line, place);
    if (isManagement(port)) {
      Notices.add(place, "management port", () -> "port " + Quoted.of(port) + " is for management, so this line is skipped");
      return;
    }
    if (neighbor.isEmpty()) {
      Notices.add(place, "neighbor without a name", "the neighbor has no name, so this line is skipped");
      return;
    }
    if (port.isEmpty()) {
      throw place.error("this line of a table of LLDP neighbors has no local port");
    }
    String described = table.description(line, place);
    String speed = table.speed(line, place);
    entries.add(new LldpEntry(device, port, neighbor,
        SONIC_PORT.matcher(described).matches() ? described : table.neighborPort(line, place),
        speed.equalsIgnoreCase(NO_SPEED) ? "" : speed, place));
  }

  private static boolean isManagement(String port) {
    return port.length() < LONGEST && MANAGEMENT.matcher(port.toLowerCase(Locale.ROOT)).matches();
  }
}
