package dev.inflight.lab.listing;

import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.spec.Meanings;
import dev.inflight.lab.spec.Parameter;
import dev.inflight.lab.spec.ParameterRange;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.lab.spec.StatedRange;
import dev.inflight.sim.workload.CollectiveTraffic;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Choices that a scenario names by a spec, such as schemes. Parameters come from record components, and meanings from their
 * Javadoc. Defaults come from prototypes, and ranges from the values that constructors reject.
 *
 * @param <T> common type of the records
 */
public final class ListedSpecs<T> extends Listed {
  private static final String INDENT = "  ";
  /** Maximum length of a range in the table; longer ranges are printed below it. */
  private static final int LONGEST_RANGE = 50;
  private static final int LONGEST_VALUE = 24;
  /** Parameters that the documentation writes in hexadecimal; scenarios accept both notations. */
  private static final Pattern CODES = Pattern.compile("\\b((?:instructions|traceType|tpid|namespaceId)=)(\\d+)");

  private final SpecBinder<T> binder;
  private final Function<T, String> remark;
  private final Function<T, List<String>> example;
  private final Meanings meanings;

  /**
   * Creates a kind.
   *
   * @param kind plural name for the user
   * @param title title of a list
   * @param binder all choices of the kind
   * @param meanings their Javadoc
   * @param example command lines, or a line of a scenario, that use a choice with its defaults
   * @param remark remark after the spec of a choice in the overview
   */
  public ListedSpecs(String kind, String title, SpecBinder<T> binder, Meanings meanings, Function<T, List<String>> example,
      Function<T, String> remark) {
    super(kind, title);
    this.binder = binder;
    this.meanings = meanings;
    this.example = example;
    this.remark = remark;
  }

  @Override
  public List<String> names() {
    return binder.prototypes().stream().map(binder::name).toList();
  }

  @Override
  public List<String> overview() {
    return binder.prototypes().stream().map(prototype -> hexCodes(binder.describe(prototype)) + remark.apply(prototype)).toList();
  }

  /** Returns a spec with its codes in hexadecimal, as the documentation writes them; scenarios accept both notations. */
  public static String hexCodes(String spec) {
    return CODES.matcher(spec)
        .replaceAll(code -> code.group(1) + String.format(Locale.ROOT, "0x%X", Long.parseLong(code.group(2))));
  }

  @Override
  public List<String> meanings() {
    return binder.prototypes().stream().map(this::meaning).map(ListedSpecs::firstSentence).toList();
  }

  private static String firstSentence(String text) {
    return text.replaceFirst("(?<=[.]) (?=\\p{Lu}).*", "");
  }

  private String meaning(T prototype) {
    String meaning = meanings.of(prototype.getClass());
    return meaning == null ? "" : meaning;
  }

  @Override
  public List<String> describe(String name) {
    T prototype = binder.prototypes().stream().filter(known -> binder.name(known).equals(name)).findFirst().orElseThrow();
    var lines = new ArrayList<String>();
    lines.add(name + ": " + binder.kind() + remark.apply(prototype).replaceFirst("^:", ","));
    lines.addAll(TextColumns.wrap(meaning(prototype), INDENT, TextColumns.WIDTH));
    lines.add("");
    lines.addAll(table(prototype));
    lines.add("example");
    example.apply(prototype).forEach(line -> lines.add(INDENT + hexCodes(line)));
    return lines;
  }

  private List<String> table(T prototype) {
    List<Row> rows = rows(prototype);
    if (rows.isEmpty()) {
      return List.of("no parameters", "");
    }
    var columns = new TextColumns(TextColumns.WIDTH, "parameter", "default", "range", "meaning");
    for (Row row : rows) {
      boolean fits = row.value.length() <= LONGEST_VALUE;
      List<String> range = row.range.isEmpty() ? List.of("") : TextColumns.wrap(row.range, "", LONGEST_RANGE);
      columns.add(row.key, fits ? row.value : "...", range.getFirst(),
          fits ? row.meaning : row.meaning + "; default: " + row.value);
      for (int line = 0; line < Math.max(range.size() - 1, row.words.size()); line++) {
        columns.add("", "", line + 1 < range.size() ? range.get(line + 1) : "",
            line < row.words.size() ? row.words.get(line) : "");
      }
    }
    var lines = new ArrayList<>(columns.lines());
    if (rows.size() > 1) {
      lines.add(INDENT + "Each range holds while all other parameters have their defaults.");
    }
    lines.add("");
    return lines;
  }

  /**
   * Row of a parameter.
   *
   * @param key name of the parameter
   * @param value its default
   * @param range its valid values while all other parameters have their defaults; empty if they are not a range
   * @param meaning meaning of the parameter
   * @param words meanings of the words that it accepts
   */
  public record Row(String key, String value, String range, String meaning, List<String> words) {
  }

  /** Parameters of a choice, in order. */
  public List<Row> rows(T prototype) {
    RecordComponent[] components = SpecBinder.components(prototype);
    Object[] values = SpecBinder.values(prototype);
    var rows = new ArrayList<Row>();
    for (int index = 0; index < components.length; index++) {
      Parameter parameter = Parameter.of(components[index]);
      String text = meanings.of(components[index]);
      String meaning = text == null ? "" : inUsersWords(text, components);
      String range = range(prototype, index, parameter, values[index]);
      String shown = range.isEmpty() ? meaning : StatedRange.of(meaning).meaning();
      String spec = parameter.key() + "=" + parameter.format(values[index]);
      String value = hexCodes(spec).substring(parameter.key().length() + 1);
      rows.add(new Row(parameter.key(), value.isEmpty() ? "none" : value, range, shown, words(prototype, index)));
    }
    return rows;
  }

  private String range(T prototype, int index, Parameter parameter, Object value) {
    if (value instanceof Number number) {
      ParameterRange range = ParameterRange.of(parameter, number, tried -> binder.accepts(prototype, index, tried));
      return range == null ? "" : range.format(parameter);
    }
    if (value instanceof Boolean) {
      return "true, false";
    }
    if (isAlgorithm(prototype, parameter)) {
      return CollectiveTraffic.algorithms().keySet().stream().filter(name -> binder.accepts(prototype, index, name))
          .collect(Collectors.joining(", "));
    }
    return accepted(prototype, index).stream().map(EnumNames::of).collect(Collectors.joining(", "));
  }

  /** Valid constants of an enum component; none for other types. */
  private List<Enum<?>> accepted(T prototype, int index) {
    Class<?> type = SpecBinder.components(prototype)[index].getType();
    return !type.isEnum()
        ? List.of()
        : Arrays.stream(type.getEnumConstants()).<Enum<?>>map(Enum.class::cast)
            .filter(constant -> binder.accepts(prototype, index, constant)).toList();
  }

  /** A collective's algorithm is text, because each operation has its own algorithms. */
  private static boolean isAlgorithm(Object prototype, Parameter parameter) {
    return prototype instanceof CollectiveTraffic && parameter.key().equals("algorithm");
  }

  private List<String> words(T prototype, int index) {
    var words = new ArrayList<String>();
    if (isAlgorithm(prototype, Parameter.of(SpecBinder.components(prototype)[index]))) {
      CollectiveTraffic.algorithms().forEach((name, ops) -> words.add(name + ": for " + String.join(", ", ops)));
    }
    for (Enum<?> constant : accepted(prototype, index)) {
      String meaning = meanings.of(constant);
      if (meaning != null) {
        words.add(EnumNames.of(constant) + ": " + meaning);
      }
    }
    return words;
  }

  /** Replaces the names of parameters and constants in Javadoc by the user's names. */
  private static String inUsersWords(String text, RecordComponent[] components) {
    String words = text;
    for (RecordComponent component : components) {
      String key = Parameter.of(component).key();
      words = words.replaceAll("\\b" + component.getName() + "\\b", key);
      if (component.getType().isEnum()) {
        for (Object constant : component.getType().getEnumConstants()) {
          String name = ((Enum<?>) constant).name();
          words = words.replaceAll("\\b" + name + "\\b(?! *=)", name.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
      }
    }
    return words;
  }
}
