package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.switches.EcnText;
import dev.inflight.lab.spec.Layout;
import dev.inflight.lab.spec.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Place in a scenario as on the command line: {@code seed}, {@code acks.every}, {@code flows.0.load}, {@code ecn.100Gbps.kmax}.
 *
 * @param key text of the place
 * @param steps one or more names and numbers on the path to the place
 * @param layout layout of the place's value; a single value by default
 */
public record KeyPath(String key, List<String> steps, Layout layout) {
  /** Last steps of threshold places; rates in such places may contain a dot. */
  private static final Set<String> THRESHOLDS = Set.copyOf(EcnText.LAYOUT.entry().names());
  private static final String ECN = "ecn.";

  /** Returns the place of this name. The scenario reader reports an unknown place. */
  public static KeyPath of(String key) {
    List<String> steps = steps(key);
    Layout layout = ScenarioKeys.LAYOUT;
    for (String step : steps) {
      layout = within(layout, step);
    }
    return new KeyPath(key, steps, layout);
  }

  private static List<String> steps(String key) {
    if (!key.startsWith(ECN)) {
      return List.of(key.split("\\.", -1));
    }
    var steps = new ArrayList<>(List.of("ecn"));
    int last = key.lastIndexOf('.');
    boolean isOne = last > ECN.length() && THRESHOLDS.contains(key.substring(last + 1));
    steps.add(isOne ? key.substring(ECN.length(), last) : key.substring(ECN.length()));
    if (isOne) {
      steps.add(key.substring(last + 1));
    }
    return List.copyOf(steps);
  }

  /** Returns the layout one step further. */
  static Layout within(Layout layout, String step) {
    return switch (layout) {
      case Layout.Entries entries -> entries.byName().getOrDefault(step, Layout.VALUE);
      case Layout.Items items -> items.entry();
      case Layout.Rated rated -> rated.entry();
      case Layout.Named _,Layout.Value _ -> Layout.VALUE;
    };
  }

  /** Returns the place one step further. */
  public KeyPath then(String step) {
    var further = new ArrayList<>(steps);
    further.add(step);
    return new KeyPath(key + "." + step, List.copyOf(further), within(layout, step));
  }

  /** Reports whether both name the same place. Parameters may be in any letter case, and in British or American spelling. */
  public boolean is(KeyPath other) {
    return Spelling.isSame(key, other.key);
  }

  /** Reports whether this place is equal to or within the other one. */
  public boolean isIn(KeyPath other) {
    return is(other) || Spelling.folded(key).startsWith(Spelling.folded(other.key) + ".");
  }
}
