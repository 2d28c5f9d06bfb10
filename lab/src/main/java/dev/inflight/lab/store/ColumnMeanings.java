package dev.inflight.lab.store;

import dev.inflight.lab.result.schema.ResultFile.Field;
import java.util.Map;
import java.util.stream.Collectors;

/** Units and meanings of columns, as Parquet files carry them. */
public final class ColumnMeanings {
  private ColumnMeanings() {
  }

  /** The options with which the database writes Parquet with key-value metadata that has a key for each of these columns. */
  public static String parquet(Map<String, Field> columns) {
    return "FORMAT parquet, COMPRESSION zstd, KV_METADATA {"
        + columns.entrySet().stream().map(one -> Database.literal(one.getKey()) + ": " + Database.literal(text(one.getValue())))
            .collect(Collectors.joining(", "))
        + "}";
  }

  private static String text(Field field) {
    return (field.unit().isEmpty() ? "" : field.unit() + "; ") + field.meaningText();
  }
}
