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
import org.jspecify.annotations.Nullable;

/**
 * Something that a scenario names by a spec, such as its scheme. Reading, writing, {@code inflight list}, the summary and the completion
 * of shells go through {@link Catalog#AXES} and know no axis by itself.
 *
 * @param key where it is in a scenario
 * @param binder all that it may be
 * @param place where the simulator finds it
 * @param listing what {@code inflight list} says of it
 * @param report what a run's summary says of it
 * @param <T> what it is
 */
public record Axis<T>(Key key, SpecBinder<T> binder, Place<T> place, Listing<T> listing, Report report) {
  private static final int PARAMETERS_OF_AN_EXAMPLE = 2;

  /**
   * The key of a scenario that names it.
   *
   * @param name the key
   * @param behind the key that precedes it where a scenario is written, and in messages
   * @param meaning its meaning in one sentence, without a full stop
   */
  public record Key(String name, String behind, String meaning) {
  }

  /**
   * What the user reads of it in {@code inflight list}.
   *
   * @param kind what all of it are called, in the plural
   * @param title what stands above their list
   * @param usage a command line, or a line of a scenario, that uses one; it is given a prototype's spec
   * @param remark what else to say of a prototype, behind its spec
   */
  public record Listing<T>(String kind, String title, Function<String, String> usage, Function<T, String> remark) {
    /** A kind of which specs say enough. */
    public Listing(String kind, String title, Function<String, String> usage) {
      this(kind, title, usage, one -> "");
    }
  }

  /**
   * What a run's summary says of it.
   *
   * @param behind the key of the summary's JSON that its own follows, which is called as in a scenario; null: it has none there
   * @param meaning what that key says
   * @param applies whether a setup uses it at all; else the JSON says {@code none}
   * @param word what the screen calls it where it is not the default; null: the screen has another way to show it
   */
  public record Report(@Nullable String behind, String meaning, Predicate<Setup> applies, @Nullable String word) {
    /** The summary is silent about it. */
    public static final Report NONE = new Report(null, "", setup -> true, null);

    /** A key that always applies. */
    public static Report behind(String before, String meaning) {
      return NONE.withKey(before, meaning);
    }

    private Report withKey(String before, String what) {
      return new Report(before, what, applies, word);
    }

    /** The same with a word for the screen. */
    public Report onScreen(String newWord) {
      return new Report(behind, meaning, applies, newWord);
    }

    /** The same where only some setups use it. */
    Report where(Predicate<Setup> used) {
      return new Report(behind, meaning, used, word);
    }
  }

  /** Where the simulator finds it. */
  public interface Place<T> {
    /** All that a scenario has of it, in order. */
    List<? extends T> in(Scenario scenario);

    /** Takes what a file says. */
    void put(Draft draft, List<T> values);

    /** Whether a scenario may have several, as a list. */
    default boolean takesList() {
      return false;
    }

    /** One, in the setup. */
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

  /** What it is called in a scenario. */
  public String name() {
    return key.name;
  }

  /** Takes what a scenario says, and adds to what is wrong with it. */
  public void read(YamlNode value, Draft draft, Faults faults) {
    List<YamlNode> written = place.takesList() && value.isList() ? value.items() : List.of(value);
    var values = new ArrayList<T>();
    for (YamlNode one : written) {
      faults.collect(() -> values.add(bind(binder, one, draft::node)));
    }
    if (values.size() == written.size()) {
      place.put(draft, values);
    }
  }

  /** What a part of a scenario names, where no node is named. */
  public static <T> T bind(SpecBinder<T> binder, YamlNode value) {
    return bind(binder, value, name -> {
      throw new IllegalArgumentException(Quoted.of(name) + " is no number");
    });
  }

  /**
   * What a part of a scenario names.
   *
   * @param nodes the number of the node of a name; an exception says that there is none
   */
  @SuppressWarnings("unchecked") // what stands in a file is of the kind that the file holds
  public static <T> T bind(SpecBinder<T> binder, YamlNode value, ToIntFunction<String> nodes) {
    Spec spec = binder.withNumbers(value.text(word -> Spec.parse(word, value.place())), value.place(),
        word -> NodeReference.isNumber(word) ? word : Integer.toString(nodes.applyAsInt(word)));
    T bound = binder.bind(spec.withFileContents(value), value.place());
    return bound instanceof InFile<?> file ? (T) value.place().check(() -> file.relativeTo(value)) : bound;
  }

  /** The specs of all that a scenario has of it, which bind to the same wherever they are read. */
  public List<String> specs(Scenario scenario) {
    return place.in(scenario).stream().map(value -> spec(binder, value)).toList();
  }

  /** The spec of one. */
  @SuppressWarnings("unchecked") // as above
  public static <T> String spec(SpecBinder<T> binder, T value) {
    return binder.describe(value instanceof InFile<?> file ? (T) file.absolute() : value);
  }

  /** What the JSON of a summary says: its spec with all parameters, or {@code none}. */
  public String inSummary(Scenario scenario) {
    return report.applies.test(scenario.setup()) ? String.join(", ", specs(scenario)) : "none";
  }

  /** What the screen says where a scenario has another one than a new setup: a word and a spec; else nothing. */
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

  /** A line that shows how a prototype is used: with its first parameters, after which the others are written. */
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
