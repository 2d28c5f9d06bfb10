package dev.inflight.lab.store.check;

import dev.inflight.lab.result.schema.Range;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.result.schema.ResultFile.Field;
import dev.inflight.lab.result.schema.ResultFile.Type;
import dev.inflight.lab.store.Database;
import java.util.ArrayList;
import java.util.List;

/** Rules from the description of each column: its optional values and its range. */
final class ColumnRules {
  private ColumnRules() {
  }

  /** Rules of a table's columns. */
  static List<RowRule> of(ResultFile table) {
    var rules = new ArrayList<RowRule>();
    for (Field field : table.fields()) {
      String column = "t." + Database.quoted(field.name());
      if (!field.canBeAbsent() && field.type() != Type.TEXT) {
        rules.add(impossible(field, "always has a value", column + " IS NULL", field.name() + " is empty"));
      }
      if (field.type() == Type.WHOLE || field.type() == Type.DECIMAL) {
        Range range = field.range();
        String most = range.most() == Long.MAX_VALUE ? "" : " OR " + column + " > " + range.most();
        String finite = field.type() == Type.DECIMAL ? " OR NOT isfinite(" + column + ")" : "";
        rules.add(new RowRule(Finding.Kind.IMPOSSIBLE, field.name(), column + " < " + range.least() + most + finite,
            Database.literal(field.name() + " is ") + " || " + column + " || " + Database.literal("; it must be " + range.text()),
            field.name() + " is " + range.text()));
      }
    }
    return rules;
  }

  private static RowRule impossible(Field field, String rule, String violated, String message) {
    return new RowRule(Finding.Kind.IMPOSSIBLE, field.name(), violated, Database.literal(message), field.name() + " " + rule);
  }
}
