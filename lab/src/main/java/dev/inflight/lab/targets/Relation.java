package dev.inflight.lab.targets;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** Relation between a value and its bound that a target requires. */
enum Relation {
  AT_MOST("<=", "at most"), AT_LEAST(">=", "at least"), EQUAL("==", "exactly"), OTHER("!=", "other than"), BELOW("<", "below"),
  ABOVE(">", "above");

  private final String sign;
  private final String words;

  Relation(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  /** All signs, two-character signs first. */
  static List<String> signs() {
    return Stream.of(values()).map(relation -> relation.sign).toList();
  }

  static Relation of(String sign) {
    return Stream.of(values()).filter(relation -> relation.sign.equals(sign)).findFirst().orElseThrow();
  }

  /** Words for the relation in a sentence, before the bound. */
  String words() {
    return words;
  }

  /** Reports whether a value has the relation to its bound. */
  boolean holds(BigDecimal value, BigDecimal bound) {
    int order = value.compareTo(bound);
    return switch (this) {
      case AT_MOST -> order <= 0;
      case AT_LEAST -> order >= 0;
      case EQUAL -> order == 0;
      case OTHER -> order != 0;
      case BELOW -> order < 0;
      case ABOVE -> order > 0;
    };
  }
}
