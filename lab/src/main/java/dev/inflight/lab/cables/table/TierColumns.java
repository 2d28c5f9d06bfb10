package dev.inflight.lab.cables.table;

import dev.inflight.lab.cables.CableKey;
import dev.inflight.lab.cables.CableKey.Field;
import dev.inflight.lab.cables.CableKey.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Columns that name the two ends of a cable by what they are, as {@code switch,port,host,host_port} and {@code leaf,spine}.
 *
 * @param keys meanings of all columns; empty if the columns do not name two different ends
 * @param roleA role of nodes at end a, such as {@code switch}; empty if keys are empty
 * @param roleB role of nodes at end b
 */
record TierColumns(List<CableKey> keys, String roleA, String roleB) {
  private static final TierColumns NONE = new TierColumns(List.of(), "", "");
  private static final Set<String> TIERS = Set.of("switch", "leaf", "spine", "tor", "core", "router", "host", "server");
  private static final Set<String> NAMES = Set.of("name", "hostname", "id", "device");

  /** Finds the ends of a table. Columns such as {@code source} and {@code peer} take precedence over these. */
  static TierColumns of(List<String> header) {
    String roleA = "";
    String roleB = "";
    for (String name : header) {
      if (CableKey.of(name).field() == Field.NODE) {
        return NONE;
      }
      String tier = isNode(name) ? tier(name) : "";
      if (tier.isEmpty()) {
        continue;
      }
      if (roleA.isEmpty()) {
        roleA = tier;
      } else if (roleB.isEmpty() && !tier.equals(roleA)) {
        roleB = tier;
      } else {
        return NONE;
      }
    }
    return roleB.isEmpty() ? NONE : new TierColumns(keys(header, roleA, roleB), roleA, roleB);
  }

  private static List<CableKey> keys(List<String> header, String roleA, String roleB) {
    var keys = new ArrayList<CableKey>();
    Side left = Side.A; // end of the last column of nodes: a port without a word for its end is there
    for (String name : header) {
      String tier = tier(name);
      Side side = tier.equals(roleA) ? Side.A : tier.equals(roleB) ? Side.B : Side.NONE;
      if (side != Side.NONE && isNode(name)) {
        left = side;
        keys.add(new CableKey(Field.NODE, side, ""));
      } else if (side != Side.NONE) {
        List<String> words = CableKey.words(name);
        keys.add(CableKey.of(end(side) + String.join(" ", words.subList(1, words.size()))));
      } else {
        CableKey own = CableKey.of(end(left) + name);
        keys.add(own.field() == Field.PORT ? own : CableKey.of(name));
      }
    }
    return keys;
  }

  private static String end(Side side) {
    return side == Side.A ? "a " : "b ";
  }

  /** Returns the tier that a column's name starts with; empty if there is none. */
  private static String tier(String name) {
    List<String> words = CableKey.words(name);
    return !words.isEmpty() && TIERS.contains(words.getFirst()) ? words.getFirst() : "";
  }

  private static boolean isNode(String name) {
    List<String> words = CableKey.words(name);
    return !tier(name).isEmpty() && (words.size() == 1 || words.size() == 2 && NAMES.contains(words.getLast()));
  }
}
