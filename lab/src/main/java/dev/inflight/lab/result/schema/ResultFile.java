package dev.inflight.lab.result.schema;

import dev.inflight.lab.print.TextColumns;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Description of a result file: its columns or keys. The program writes the file by this description, and the documentation is
 * generated from it, so that they agree.
 *
 * @param name name of the file
 * @param about content of the file, in one sentence
 * @param fields columns from left to right, or keys in order: {@code slowdown.p50} is a key of the object {@code slowdown}, and
 *     {@code runs[].seed} a key of each object of the list {@code runs}
 */
public record ResultFile(String name, String about, List<Field> fields) {
  /** Name ending of tables in Parquet. */
  public static final String PARQUET = ".parquet";
  /** Name ending of Parquet tables while they are written. */
  public static final String PARQUET_PART = ".parquet.part";
  private static final String CSV = ".csv";

  /** Form of a field's values. */
  public enum Type {
    /** Digits without a point. */
    WHOLE,
    /** Number with a point; in JSON possibly with an exponent. */
    DECIMAL,
    /** Name without commas and quotes. */
    WORD,
    /** One of the words that the field lists. */
    CHOICE,
    /** Any text; in a table always quoted. */
    TEXT,
    /** {@code true} or {@code false}. */
    FLAG,
    /** Hexadecimal digits. */
    HEX,
    /** Object of the following keys. */
    OBJECT,
    /** List of objects of the following keys. */
    LIST
  }

  /**
   * Column or key.
   *
   * @param name name of the column or key
   * @param type form of its values
   * @param decimals digits after the point, in tables
   * @param values values of a {@link Type#CHOICE}; empty for other types
   * @param canBeAbsent true if the value may be absent: {@code null} in JSON, an empty cell in a table
   * @param range range of numbers in the files of a run; meaningless for other types
   * @param unit unit of its values, or empty
   * @param meaning meaning of its values
   */
  public record Field(String name, Type type, int decimals, List<Choice> values, boolean canBeAbsent, Range range, String unit,
      String meaning) {
    private static final int PARTS = 4;
    private static final Pattern DIGITS = Pattern.compile("\\d");

    /**
     * Reads {@code name | type | unit | meaning}. A type is a word, {@code decimal 3}, {@code whole or none}, possibly with a
     * range ({@code whole from -1}, {@code whole from 1 to 7}), or {@code choice} with a name in {@link Choices}.
     */
    private static Field of(String line) {
      String[] parts = line.split("\\|", -1);
      if (parts.length != PARTS) {
        throw new IllegalArgumentException("not four parts: " + line);
      }
      String type = parts[1].strip();
      boolean absent = type.endsWith(" or none");
      String[] words = (absent ? type.substring(0, type.length() - " or none".length()) : type).split(" ");
      Type kind = Type.valueOf(words[0].toUpperCase(Locale.ROOT));
      int decimals = words.length > 1 && DIGITS.matcher(words[1]).matches() ? Integer.parseInt(words[1]) : 0;
      List<Choice> values = kind == Type.CHOICE ? Choices.named(words[1]) : List.of();
      return new Field(parts[0].strip(), kind, decimals, values, absent, Range.of(List.of(words)), parts[2].strip(),
          parts[3].strip());
    }

    /** Valid words of a {@link Type#CHOICE}; empty for other types. */
    public List<String> choices() {
      return values.stream().map(Choice::word).toList();
    }

    /** Reports whether a {@link Type#CHOICE} permits this word. */
    public boolean permits(String word) {
      for (Choice value : values) {
        if (value.word().equals(word)) {
          return true;
        }
      }
      return false;
    }

    /** Returns the values that are not self-explanatory. */
    public List<Choice> explained() {
      return values.stream().filter(value -> !value.meaning().isEmpty()).toList();
    }

    /** Returns the meaning and, for a choice, its values. */
    public String meaningText() {
      return values.isEmpty() ? meaning : meaning + "; one of " + String.join(", ", choices());
    }

    /** Type in words. */
    public String typeText() {
      String text = type.name().toLowerCase(Locale.ROOT)
          + (decimals > 0 ? ", " + decimals + (decimals == 1 ? " digit" : " digits") : "")
          + (range.equals(Range.NOT_NEGATIVE) ? "" : ", " + range.text());
      return canBeAbsent ? text + ", or none" : text;
    }
  }

  /**
   * Reads a description.
   *
   * @param table one field per line: {@code name | type | unit | meaning}
   */
  public static ResultFile of(String name, String about, String table) {
    return new ResultFile(name, about, new FieldLines(table));
  }

  /** Fields that are parsed on first use: a run needs few of the files' descriptions. */
  private static final class FieldLines extends AbstractList<Field> {
    private final String table;
    private @Nullable List<Field> read;

    FieldLines(String table) {
      this.table = table;
    }

    private synchronized List<Field> read() {
      if (read == null) {
        read = table.lines().map(Field::of).toList();
      }
      return read;
    }

    @Override
    public Field get(int index) {
      return read().get(index);
    }

    @Override
    public int size() {
      return read().size();
    }
  }

  /** Returns the description without a field and the fields within it, for runs without that value. */
  public ResultFile without(String field) {
    return new ResultFile(name, about,
        fields.stream().filter(one -> !one.name.equals(field) && !one.name.startsWith(field + "[].")).toList());
  }

  /** Reports whether the file is a table with a line of column names. */
  public boolean isCsv() {
    return name.endsWith(CSV);
  }

  /**
   * Returns the possible names of the file in a folder. A table in Parquet has another ending, and a third one during conversion.
   */
  public List<String> names() {
    return isCsv() ? List.of(name, named(PARQUET), named(PARQUET_PART)) : List.of(name);
  }

  /** Name of a table's file with another ending. */
  public String named(String ending) {
    return name.substring(0, name.length() - CSV.length()) + ending;
  }

  /** Returns the first line of a table. */
  public String header() {
    return fields.stream().map(Field::name).collect(Collectors.joining(","));
  }

  /** Returns the description for the screen, line by line. */
  public List<String> describe() {
    var lines = new ArrayList<String>(List.of(name + ": a file of results"));
    lines.addAll(TextColumns.wrap(about, "  ", TextColumns.WIDTH));
    lines.add("");
    var table = new TextColumns(TextColumns.WIDTH, "name", "type", "unit", "meaning");
    for (Field field : fields) {
      table.add(field.name, field.typeText(), field.unit, field.meaningText());
    }
    lines.addAll(table.lines());
    for (Field field : fields) {
      if (!field.explained().isEmpty()) {
        var values = new TextColumns(TextColumns.WIDTH, field.name, "meaning");
        field.explained().forEach(value -> values.add(value.word(), value.meaning()));
        lines.add("");
        lines.addAll(values.lines());
      }
    }
    return lines;
  }
}
