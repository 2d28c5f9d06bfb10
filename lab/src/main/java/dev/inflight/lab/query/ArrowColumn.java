package dev.inflight.lab.query;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.result.schema.ResultFile;
import dev.inflight.lab.store.Database;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;

/** Arrow column of a result: its type, and the memory of its values in a batch. */
final class ArrowColumn {
  /** Maximum number of digits of 128-bit integers, which Arrow stores as decimals. */
  private static final int DIGITS = 38;
  private static final int DECIMAL_BITS = 128;
  private static final String TEXT = "VARCHAR";
  private static final String LIST = "[]";
  /** Start of an enumeration's type within a list; a column's own type is only {@code ENUM}. */
  private static final String ENUM_IN_LIST = "ENUM(";
  private static final String INSTANT = "TIMESTAMP WITH TIME ZONE";
  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");
  private static final Pattern ARRAY = Pattern.compile("(.+)\\[\\d+]");
  /** Name of list elements, by the format's convention. */
  private static final String ELEMENT = "item";

  private final int number;
  private final String type;
  private final Field field;
  /** Set by {@link #fill}. */
  private @Nullable Setter setter;

  private ArrowColumn(int number, String type, Field field) {
    this.number = number;
    this.type = type;
    this.field = field;
  }

  /** Setter of a value in a column's memory. */
  @FunctionalInterface
  private interface Setter {
    /** Sets this value. Returns its bytes in columns of variable length, else 0. */
    long set(int row, @Nullable Object value) throws SQLException;
  }

  /**
   * Returns the columns of a result.
   *
   * @param about columns in the database
   * @param fields units and meanings of columns by name
   * @throws InputError if Arrow has no equivalent of a column's type, or two columns have one name
   */
  static List<ArrowColumn> of(ResultSetMetaData about, Map<String, ResultFile.Field> fields) throws SQLException {
    var columns = new ArrayList<ArrowColumn>();
    List<String> names = AnswerJson.names(about, "readers of Arrow find columns by name");
    for (int column = 1; column <= names.size(); column++) {
      String name = names.get(column - 1);
      String type = about.getColumnTypeName(column);
      Field field = field(name, type, metadata(fields.get(name)));
      if (field == null) {
        throw error(name, "Arrow IPC has no column of type " + type + "; use ", castOf(type));
      }
      columns.add(new ArrowColumn(column, type, field));
    }
    return columns;
  }

  private static Map<String, String> metadata(ResultFile.@Nullable Field field) {
    var metadata = new LinkedHashMap<String, String>();
    if (field != null) {
      if (!field.unit().isEmpty()) {
        metadata.put("unit", field.unit());
      }
      metadata.put("meaning", field.meaningText());
    }
    return metadata;
  }

  private static @Nullable Field field(String name, String type, Map<String, String> metadata) {
    ArrowType arrow = arrow(type);
    if (arrow == null) {
      return null;
    }
    List<Field> children = List.of();
    if (arrow instanceof ArrowType.List) {
      String ofElements = type.substring(0, type.length() - LIST.length());
      // The driver returns times in lists in the machine's time zone, in which some times do not exist.
      Field element = ofElements.startsWith("TIMESTAMP") ? null : field(ELEMENT, ofElements, Map.of());
      if (element == null) {
        return null;
      }
      children = List.of(element);
    }
    return new Field(name, new FieldType(true, arrow, null, metadata), children);
  }

  /** Returns the equivalent of a type of the database; null without one. */
  private static @Nullable ArrowType arrow(String type) {
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      return new ArrowType.Decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)), DECIMAL_BITS);
    }
    return switch (type) {
      case "BOOLEAN" -> new ArrowType.Bool();
      case "TINYINT" -> new ArrowType.Int(8, true);
      case "SMALLINT" -> new ArrowType.Int(16, true);
      case "INTEGER" -> new ArrowType.Int(32, true);
      case "BIGINT" -> new ArrowType.Int(64, true);
      case "UTINYINT" -> new ArrowType.Int(8, false);
      case "USMALLINT" -> new ArrowType.Int(16, false);
      case "UINTEGER" -> new ArrowType.Int(32, false);
      case "UBIGINT" -> new ArrowType.Int(64, false);
      case "HUGEINT", "UHUGEINT" -> new ArrowType.Decimal(DIGITS, 0, DECIMAL_BITS);
      case "FLOAT" -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case "DOUBLE" -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case TEXT, "ENUM", "UUID", "JSON" -> new ArrowType.Utf8();
      case "DATE" -> new ArrowType.Date(DateUnit.DAY);
      case "TIMESTAMP" -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case INSTANT -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
      case "\"NULL\"" -> new ArrowType.Null();
      default -> type.endsWith(LIST) ? new ArrowType.List() : type.startsWith(ENUM_IN_LIST) ? new ArrowType.Utf8() : null;
    };
  }

  /** Returns a supported type to which values of this type can be cast. */
  private static String castOf(String type) {
    Matcher array = ARRAY.matcher(type);
    if (array.matches() && field(ELEMENT, array.group(1) + LIST, Map.of()) != null) {
      return array.group(1) + LIST;
    }
    return type.endsWith(LIST) ? TEXT + LIST : type.startsWith("TIMESTAMP_") ? "TIMESTAMP" : TEXT;
  }

  private static InputError error(String name, String what, String cast) {
    return SourceLocation.of(Query.PLACE)
        .error("column '" + name + "': " + what + "CAST(" + Database.quoted(name) + " AS " + cast + ")");
  }

  /** Name, type and metadata of the column. */
  Field field() {
    return field;
  }

  /** Selects the memory for further values. */
  void fill(FieldVector memory) {
    setter = setter(memory);
  }

  /**
   * Sets the value of a row of the batch from the current row of a result.
   *
   * @return bytes of the value in columns of variable length, else 0
   */
  long set(int row, ResultSet rows) throws SQLException {
    if (setter == null) {
      throw new IllegalStateException("the column has no memory");
    }
    try {
      return setter.set(row, switch (type) {
        case "TIMESTAMP" -> rows.getObject(number, LocalDateTime.class);
        case INSTANT -> rows.getObject(number, OffsetDateTime.class);
        default -> rows.getObject(number);
      });
    } catch (ArithmeticException tooLarge) {
      throw error(field.getName(), "a value is out of the range of Arrow's type; use ",
          type.endsWith("HUGEINT") ? "DOUBLE" : TEXT);
    }
  }

  private static Setter setter(FieldVector memory) {
    Setter present = ofValues(memory);
    return (row, value) -> {
      if (value == null) {
        memory.setNull(row);
        return 0;
      }
      return present.set(row, value);
    };
  }

  private static Setter ofValues(FieldVector memory) {
    return switch (memory) {
      case BitVector flags -> fixed((row, value) -> flags.setSafe(row, (Boolean) value ? 1 : 0));
      case TinyIntVector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case SmallIntVector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case IntVector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case BigIntVector whole -> fixed((row, value) -> whole.setSafe(row, whole(value)));
      case UInt1Vector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case UInt2Vector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case UInt4Vector whole -> fixed((row, value) -> whole.setSafe(row, (int) whole(value)));
      case UInt8Vector whole -> fixed((row, value) -> whole.setSafe(row, whole(value)));
      case Float4Vector real -> fixed((row, value) -> real.setSafe(row, (Float) value));
      case Float8Vector real -> fixed((row, value) -> real.setSafe(row, (Double) value));
      case DecimalVector exact -> fixed((row, value) -> exact.setSafe(row, decimal(value)));
      case DateDayVector days -> fixed((row, value) -> days.setSafe(row, Math.toIntExact(((LocalDate) value).toEpochDay())));
      case TimeStampVector times -> fixed((row, value) -> times.setSafe(row, micros(value)));
      case NullVector _ -> (_, _) -> 0;
      case VarCharVector texts -> (row, value) -> {
        byte[] text = String.valueOf(value).getBytes(StandardCharsets.UTF_8);
        texts.setSafe(row, text);
        return text.length;
      };
      case ListVector lists -> ofLists(lists);
      default -> throw new IllegalArgumentException("no value is set in " + memory.getField());
    };
  }

  /** Setter of a value in a column of fixed length. */
  @FunctionalInterface
  private interface FixedSetter {
    void set(int row, Object value);
  }

  private static Setter fixed(FixedSetter setter) {
    return (row, value) -> {
      if (value != null) {
        setter.set(row, value);
      }
      return 0;
    };
  }

  private static Setter ofLists(ListVector lists) {
    FieldVector elements = lists.getDataVector();
    Setter setter = setter(elements);
    return (row, value) -> {
      if (!(value instanceof Array list)) {
        throw new IllegalArgumentException("no list: " + value);
      }
      Object[] values = (Object[]) list.getArray();
      int start = lists.startNewValue(row);
      long bytes = (long) values.length * Long.BYTES;
      for (int at = 0; at < values.length; at++) {
        bytes += setter.set(start + at, values[at]);
      }
      lists.endValue(row, values.length);
      return bytes;
    };
  }

  private static long whole(Object value) {
    return ((Number) value).longValue(); // unsigned numbers have the same bits
  }

  private static BigDecimal decimal(Object value) {
    BigDecimal exact = value instanceof BigInteger whole ? new BigDecimal(whole) : (BigDecimal) value;
    if (exact.precision() > DIGITS) {
      throw new ArithmeticException("more than " + DIGITS + " digits");
    }
    return exact;
  }

  /** Microseconds since the start of 1970. */
  private static long micros(Object value) {
    OffsetDateTime time = value instanceof LocalDateTime local ? local.atOffset(ZoneOffset.UTC) : (OffsetDateTime) value;
    return ChronoUnit.MICROS.between(OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC), time);
  }
}
