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
 * Description of a file of results: its columns, or its keys. The program writes the file by this description, and the documentation is
 * made from it, so that they agree.
 *
 * @param name name of the file
 * @param about content of the file, in one sentence
 * @param fields columns from left to right, or keys in order: {@code slowdown.p50} is a key of the object {@code slowdown}, and
 *   {@code runs[].seed} one of each object of the list {@code runs}
 */
public record ResultFile(String name, String about, List<Field> fields) {
  /** Ends the names of tables kept as Parquet. */
  public static final String PARQUET = ".parquet";
  /** Ends the names of such files while they are written. */
  public static final String PARQUET_PART = ".parquet.part";
  private static final String CSV = ".csv";

  /** Form of a field's values, which is the same for all values. */
  public enum Type {
    /** Digits without a point. */
    WHOLE,
    /** A number with a point, in JSON perhaps with an exponent. */
    DECIMAL,
    /** A name, without commas and quotes. */
    WORD,
    /** One of the words that the field lists, and no other. */
    CHOICE,
    /** Any text, in a table always in quotes. */
    TEXT,
    /** {@code true} or {@code false}. */
    FLAG,
    /** Hexadecimal digits. */
    HEX,
    /** Holds the keys that follow. */
    OBJECT,
    /** Any number of objects with the keys that follow. */
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
     * Reads {@code name | type | unit | meaning}; a type is a word, {@code decimal 3} or {@code whole or none}, of numbers perhaps with a
     * range: {@code whole from -1}, {@code whole from 1 to 7}; or {@code choice} with the name of one of the {@link Choices}.
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

    /** The words that a {@link Type#CHOICE} may have; empty of other types. */
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

    /** Returns the values with a meaning that the word alone does not show. */
    public List<Choice> explained() {
      return values.stream().filter(value -> !value.meaning().isEmpty()).toList();
    }

    /** Returns the meaning, and for a choice its values. */
    public String meaningText() {
      return values.isEmpty() ? meaning : meaning + "; one of " + String.join(", ", choices());
    }

    /** The type in words. */
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
   * @param table a field a line: {@code name | type | unit | meaning}
   */
  public static ResultFile of(String name, String about, String table) {
    return new ResultFile(name, about, new FieldLines(table));
  }

  /** Fields that are read from their lines when they are first needed: a run needs few of the files' descriptions. */
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

  /** Returns the description without a field and the fields within it, for runs that have no value there. */
  public ResultFile without(String field) {
    return new ResultFile(name, about,
        fields.stream().filter(one -> !one.name.equals(field) && !one.name.startsWith(field + "[].")).toList());
  }

  /** Reports whether it is a table with a line of column names. */
  public boolean isCsv() {
    return name.endsWith(CSV);
  }

  /**
   * Returns the names that the file may have in a folder: a table kept as Parquet has another ending, and while it is converted a third
   * one.
   */
  public List<String> names() {
    return isCsv() ? List.of(name, named(PARQUET), named(PARQUET_PART)) : List.of(name);
  }

  /** The name of a table's file with another ending. */
  public String named(String ending) {
    return name.substring(0, name.length() - CSV.length()) + ending;
  }

  /** Returns the first line of such a table. */
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
