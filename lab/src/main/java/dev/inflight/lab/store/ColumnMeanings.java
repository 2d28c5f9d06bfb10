package dev.inflight.lab.store;

import dev.inflight.lab.result.schema.ResultFile.Field;
import java.util.Map;
import java.util.stream.Collectors;

/** Units and meanings of columns in Parquet files. */
public final class ColumnMeanings {
  private ColumnMeanings() {
  }

  /** Returns the database's options for a Parquet file with key-value metadata for these columns. */
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
