package dev.inflight.lab.targets;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.result.targets.TargetResult;
import dev.inflight.lab.scenario.Expectations;
import dev.inflight.lab.scenario.Scenario;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Bound on a result of a run, such as {@code p99 slowdown < 5}: a quantity, a relation and a value in the quantity's unit.
 *
 * @param text text in the scenario
 * @param quantity bounded quantity
 * @param relation required relation
 * @param bound bound in the quantity's unit
 */
record Target(String text, TargetQuantity quantity, Relation relation, BigDecimal bound) {
  private static final String FORM = "QUANTITY < VALUE with one of <, <=, >, >=, == and !=, as in 'p99 slowdown < 5'";

  /**
   * Returns the target for a text of a scenario.
   *
   * @throws dev.inflight.lab.read.InputError at its place if it names no quantity of the scenario's runs
   */
  static Target of(Expectations.Written written, Scenario scenario) {
    return written.place().check(() -> of(written.text().strip(), scenario));
  }

  private static Target of(String text, Scenario scenario) {
    int at = signAt(text);
    if (at < 0) {
      throw new IllegalArgumentException("target " + Quoted.of(text) + " has no comparison; write " + FORM);
    }
    Optional<String> sign = Relation.signs().stream().filter(one -> text.startsWith(one, at)).findFirst();
    if (sign.isEmpty()) {
      throw new IllegalArgumentException("target " + Quoted.of(text) + " has the unknown comparison "
          + Quoted.of(text.substring(at, at + 1)) + (text.charAt(at) == '=' ? "; did you mean '=='?" : "; write " + FORM));
    }
    String quantity = text.substring(0, at).strip();
    String value = text.substring(at + sign.get().length()).strip();
    if (quantity.isEmpty() || value.isEmpty()) {
      throw new IllegalArgumentException(
          "target " + Quoted.of(text) + " lacks its " + (quantity.isEmpty() ? "quantity" : "value") + "; write " + FORM);
    }
    TargetQuantity meant = new QuantityReader(scenario).read(quantity);
    return new Target(text, meant, Relation.of(sign.get()), meant.unit().bound(quantity, value));
  }

  /** Index of the comparison sign; names in double quotes may contain such signs. */
  private static int signAt(String text) {
    boolean quoted = false;
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      quoted ^= letter == '"';
      if (!quoted && "<>=!".indexOf(letter) >= 0) {
        return at;
      }
    }
    return -1;
  }

  /** Returns the meaning as a sentence. */
  String meaning() {
    return quantity.meaning() + ": " + relation.words() + " " + quantity.unit().show(bound);
  }

  /** Returns the result of the target in a run. */
  TargetResult in(JudgedRun figures) {
    BigDecimal value = quantity.value().apply(figures);
    return new TargetResult(text, value == null ? null : value.doubleValue(), bound.doubleValue(), quantity.unit().symbol(),
        value == null ? "no value" : quantity.unit().show(value), value != null && relation.holds(value, bound));
  }
}
