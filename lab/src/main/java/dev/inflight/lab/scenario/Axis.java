package dev.inflight.lab.scenario;

import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.files.InFile;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.lab.scenario.names.NodeReference;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Choice that a scenario names by a spec, such as its scheme. Reading, writing, {@code inflight list}, the summary and shell
 * completion use {@link Catalog#AXES}, without code for particular axes.
 *
 * @param key key in a scenario
 * @param binder all its values
 * @param place its place in the simulator's setup
 * @param listing its description in {@code inflight list}
 * @param report its part of a run's summary
 * @param <T> type of its values
 */
public record Axis<T>(Key key, SpecBinder<T> binder, Place<T> place, Listing<T> listing, Report report) {
  /** Maximum number of parts of an entry that YAML splits, above that of parameters; it bounds the search in hostile lists. */
  private static final int MOST_PARTS = 100;

  private static final int PARAMETERS_OF_AN_EXAMPLE = 2;

  /**
   * Key of the axis in a scenario.
   *
   * @param name the key
   * @param behind the key before it in written scenarios and in messages
   * @param meaning its meaning in one sentence, without a full stop
   */
  public record Key(String name, String behind, String meaning) {
  }

  /**
   * Description in {@code inflight list}.
   *
   * @param kind plural name of its values
   * @param title title of their list
   * @param usage returns a command line, or a line of a scenario, that uses a prototype's spec
   * @param remark returns a remark on a prototype, to follow its spec
   */
  public record Listing<T>(String kind, String title, Function<String, String> usage, Function<T, String> remark) {
    /** Creates a listing without remarks. */
    public Listing(String kind, String title, Function<String, String> usage) {
      this(kind, title, usage, one -> "");
    }
  }

  /**
   * Part of a run's summary.
   *
   * @param behind the key before its own in the summary's JSON, where it has the scenario key's name; null: no key
   * @param meaning meaning of that key
   * @param applies returns true if a setup uses the axis; otherwise the JSON has {@code none}
   * @param word name on the screen of a value other than the default; null: the screen shows the value in another way
   */
  public record Report(@Nullable String behind, String meaning, Predicate<Setup> applies, @Nullable String word) {
    /** No part of the summary. */
    public static final Report NONE = new Report(null, "", setup -> true, null);

    /** Returns a report with a key that always applies. */
    public static Report behind(String before, String meaning) {
      return NONE.withKey(before, meaning);
    }

    private Report withKey(String before, String what) {
      return new Report(before, what, applies, word);
    }

    /** Returns the report with a word for the screen. */
    public Report onScreen(String newWord) {
      return new Report(behind, meaning, applies, newWord);
    }

    /** Returns the report for setups that use the axis. */
    Report where(Predicate<Setup> used) {
      return new Report(behind, meaning, used, word);
    }
  }

  /** Place of the axis in the simulator's setup. */
  public interface Place<T> {
    /** Returns the values of a scenario, in order. */
    List<? extends T> in(Scenario scenario);

    /** Stores the values of a file. */
    void put(Draft draft, List<T> values);

    /** Reports whether a scenario may have several values, as a list. */
    default boolean takesList() {
      return false;
    }

    /** Returns the place of one value in the setup. */
    static <T> Place<T> inSetup(Function<Setup, T> get, BiConsumer<SetupBuilder, T> set) {
      return new Place<>() {
        @Override
        public List<T> in(Scenario scenario) {
          return List.of(get.apply(scenario.setup()));
        }

        @Override
        public void put(Draft draft, List<T> values) {
          set.accept(draft.setup, values.getFirst());
        }
      };
    }
  }

  /** Name in a scenario. */
  public String name() {
    return key.name;
  }

  /** Reads the value of a scenario, and collects its errors. */
  public void read(YamlNode value, Draft draft, Faults faults) {
    List<YamlNode> written = place.takesList() && value.isList() ? value.items() : List.of(value);
    var values = new ArrayList<T>();
    for (int at = 0; at < written.size(); at++) {
      YamlNode one = written.get(at);
      int last = lastPart(written, at);
      if (last == at) {
        faults.collect(() -> values.add(bind(binder, one, draft::node)));
        continue;
      }
      String whole = written.subList(at, last + 1).stream().map(YamlNode::plainText).collect(Collectors.joining(", "));
      faults.add(one.place().error("YAML splits this entry at its commas; quote it: " + Quoted.of(whole)));
      at = last;
    }
    if (values.size() == written.size()) {
      place.put(draft, values);
    }
  }

  /**
   * Returns the index of the last part of an entry: YAML splits an unquoted entry of a list in brackets at its commas, also inside
   * parentheses. An entry that is whole, or lacks a closing parenthesis, has one part.
   */
  private static int lastPart(List<YamlNode> entries, int first) {
    int open = 0;
    for (int at = first; at < Math.min(entries.size(), first + MOST_PARTS); at++) {
      String part = entries.get(at).plainText();
      open += count(part, '(') - count(part, ')');
      if (open <= 0) {
        return open == 0 ? at : first;
      }
    }
    return first;
  }

  private static int count(String text, char wanted) {
    return (int) text.chars().filter(letter -> letter == wanted).count();
  }

  /** Returns the choice in a part of a scenario that refers to no nodes. */
  public static <T> T bind(SpecBinder<T> binder, YamlNode value) {
    return bind(binder, value, name -> {
      throw new IllegalArgumentException(Quoted.of(name) + " is not a number");
    });
  }

  /**
   * Returns the choice in a part of a scenario.
   *
   * @param nodes returns the number of a node by its name; throws an exception if the node does not exist
   */
  @SuppressWarnings("unchecked") // the type of a file's value is checked by its content
  public static <T> T bind(SpecBinder<T> binder, YamlNode value, ToIntFunction<String> nodes) {
    if (value.isMap()) {
      throw SpecInKeys.error(binder, value);
    }
    Spec spec = binder.withNumbers(value.text(word -> Spec.parse(word, value.place())), value.place(),
        word -> NodeReference.isNumber(word) ? word : Integer.toString(nodes.applyAsInt(word)));
    T bound = binder.bind(spec.withFileContents(value), value.place());
    return bound instanceof InFile<?> file ? (T) value.place().check(() -> file.relativeTo(value)) : bound;
  }

  /** Specs of all of a scenario's values, which can be read back anywhere. */
  public List<String> specs(Scenario scenario) {
    return place.in(scenario).stream().map(value -> spec(binder, value)).toList();
  }

  /** Spec of a value. */
  @SuppressWarnings("unchecked") // as above
  public static <T> String spec(SpecBinder<T> binder, T value) {
    return binder.describe(value instanceof InFile<?> file ? (T) file.absolute() : value);
  }

  /** Returns the value in the JSON of a summary: its spec with all parameters, or {@code none}. */
  public String inSummary(Scenario scenario) {
    return report.applies.test(scenario.setup()) ? String.join(", ", specs(scenario)) : "none";
  }

  /** Returns a word and a spec for the screen if a scenario differs from a new setup; otherwise an empty text. */
  public String onScreen(Scenario scenario) {
    String word = report.word;
    if (word == null || !report.applies.test(scenario.setup())) {
      return "";
    }
    var bare = new Scenario(scenario.source(), scenario.name(), scenario.topology(), List.of(), List.of(), NodeNaming.NONE,
        EnsembleMember.PLAIN, new SetupBuilder().build(), Scenario.Tables.CSV, Expectations.NONE, List.of(), List.of());
    List<? extends T> defaults = place.in(bare);
    return place.in(scenario).stream().filter(value -> defaults.stream().noneMatch(one -> one == value || one.equals(value)))
        .map(value -> ", " + word + " " + binder.describeBriefly(value)).reduce("", String::concat);
  }

  /** Line that shows the use of a prototype, with its first parameters; the other parameters are described after it. */
  public String usage(T prototype) {
    return listing.usage.apply(prototype instanceof InFile<?> file ? file.example() : example(prototype));
  }

  private String example(T prototype) {
    Spec whole = Spec.parse(binder.describe(prototype), SourceLocation.of(binder.kind()));
    var some = new LinkedHashMap<String, String>();
    whole.arguments().entrySet().stream().limit(PARAMETERS_OF_AN_EXAMPLE)
        .forEach(entry -> some.put(entry.getKey(), entry.getValue()));
    return new Spec(whole.name(), some).format();
  }
}
