package dev.inflight.lab.cables.table;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.CableKey.Field;
import dev.inflight.lab.cables.CableKey.Side;
import dev.inflight.lab.cables.StatedCable;
import dev.inflight.lab.cables.StatedFabric;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A cable as the device at one of its ends lists it.
 *
 * @param device device with the table
 * @param port port of the device
 * @param neighbor device at the other end
 * @param neighborPort its port, as the neighbor announces it; may be empty
 * @param speed rate of the port; empty if the table has none
 * @param place line of the table
 */
record LldpEntry(String device, String port, String neighbor, String neighborPort, String speed, SourceLocation place) {
  private static final int LEAST_LETTERS = 2;

  private LldpEntry to(String name, String itsPort) {
    return new LldpEntry(device, port, name, itsPort, speed, place);
  }

  /**
   * Reports whether two names are of the same port, such as {@code Et1} and {@code Ethernet1}: one word is the start of the
   * other, and the numbers are equal.
   */
  static boolean isSamePort(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    if (a.equals(b)) {
      return true;
    }
    int ofA = letters(a);
    int ofB = letters(b);
    int common = Math.min(ofA, ofB);
    return common >= LEAST_LETTERS && a.substring(ofA).equals(b.substring(ofB)) && ofA < a.length()
        && a.regionMatches(0, b, 0, common);
  }

  private static int letters(String port) {
    int at = 0;
    while (at < port.length() && Character.isLetter(port.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Gives each cable that both ends list the same names of devices and ports in both entries. */
  static final class Ends {
    private final Map<String, String> devices = new HashMap<>();
    private final List<LldpEntry> entries;
    private final Map<List<String>, List<LldpEntry>> between = new LinkedHashMap<>();

    /**
     * Creates the ends of these entries.
     *
     * @param entries all lines of all tables
     * @param ofTables names of the devices with a table
     */
    Ends(List<LldpEntry> entries, Set<String> ofTables) {
      ofTables.stream().sorted().forEach(name -> devices.put(name.toLowerCase(Locale.ROOT), name));
      ofTables.stream().sorted().forEach(name -> devices.putIfAbsent(withoutDomain(name), name));
      this.entries = entries.stream().map(entry -> entry.to(name(entry.neighbor), entry.neighborPort)).toList();
      this.entries.forEach(
          entry -> between.computeIfAbsent(List.of(entry.device, entry.neighbor), _ -> new ArrayList<>()).add(entry));
    }

    /** Returns the name that a device has in its own table: neighbors may print it with its domain, and the table without. */
    private String name(String written) {
      String full = devices.get(written.toLowerCase(Locale.ROOT));
      return full != null ? full : devices.getOrDefault(withoutDomain(written), written);
    }

    private static String withoutDomain(String name) {
      String small = name.toLowerCase(Locale.ROOT);
      int dot = small.indexOf('.');
      return dot > 0 ? small.substring(0, dot) : small;
    }

    /** Adds all cables; those that both ends list occur twice, with the same ports. */
    void addTo(StatedFabric fabric) {
      Map<LldpEntry, String> ports = new HashMap<>();
      for (LldpEntry entry : entries) {
        ports.put(entry, portOf(entry));
      }
      between.forEach((ends, listed) -> pair(listed, between.getOrDefault(ends.reversed(), List.of()), ports));
      for (LldpEntry entry : entries) {
        StatedCable cable = fabric.cable(fabric.node(entry.device, entry.place), fabric.node(entry.neighbor, entry.place),
            entry.place);
        cable.port(Side.A, entry.port);
        String port = ports.getOrDefault(entry, "");
        cable.port(Side.B, port.isEmpty() ? entry.neighborPort : port);
        cable.set(new CableKey(Field.RATE, Side.NONE, ""), entry.speed);
      }
    }

    /** Returns the port at the other end by its own name; empty if the other device does not list the cable. */
    private String portOf(LldpEntry entry) {
      List<LldpEntry> back = between.getOrDefault(List.of(entry.neighbor, entry.device), List.of());
      LldpEntry found = find(back, other -> isSamePort(other.port, entry.neighborPort));
      found = found != null ? found : find(back, other -> isSamePort(other.neighborPort, entry.port));
      return found == null ? "" : found.port;
    }

    private static @Nullable LldpEntry find(List<LldpEntry> among, Predicate<LldpEntry> property) {
      return among.stream().filter(property).findFirst().orElse(null);
    }

    /** Pairs cables in the order of the two tables if each end announces names that the other end's table does not have. */
    private static void pair(List<LldpEntry> there, List<LldpEntry> back, Map<LldpEntry, String> ports) {
      List<LldpEntry> open = there.stream().filter(entry -> ports.getOrDefault(entry, "").isEmpty()).toList();
      List<LldpEntry> openBack = back.stream().filter(entry -> ports.getOrDefault(entry, "").isEmpty()).toList();
      if (open.isEmpty() || openBack.isEmpty()) {
        return;
      }
      LldpEntry first = open.getFirst();
      if (open.size() != openBack.size()) {
        throw first.place.error("the tables of " + first.device + " and " + first.neighbor + " list " + open.size() + " and "
            + openBack.size() + " cables between them with names of ports that the other table does not have; remove the cables"
            + " from one of the tables");
      }
      Notices.note(first.place, "names of ports such as " + first.neighborPort + " are not in the table of " + first.neighbor
          + ", so its cables are paired in the order of the tables");
      for (int at = 0; at < open.size(); at++) {
        ports.put(open.get(at), openBack.get(at).port);
        ports.put(openBack.get(at), open.get(at).port);
      }
    }
  }
}
