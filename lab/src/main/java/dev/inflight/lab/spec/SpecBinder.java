package dev.inflight.lab.spec;

import dev.inflight.net.topology.name.NodeNumber;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Suggestion;
import dev.inflight.sim.workload.Poisson;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts specs into records and back, by the records' components: a new scheme, topology or workload needs no code here.
 *
 * @param kind singular name of such a choice
 * @param open interface of choices that {@link Extensions} may add; null for none
 * @param builtIn program's own records, with their default parameters
 * @param name returns the name of a prototype in specs
 * @param <T> common type of the records
 */
public record SpecBinder<T>(String kind, @Nullable Class<T> open, List<T> builtIn, Function<? super T, String> name) {
  private static final int LETTERS_OF_AN_EDIT = 3;

  /** Creates a binder for the program's own choices only. */
  public SpecBinder(String kind, List<T> builtIn, Function<? super T, String> name) {
    this(kind, null, builtIn, name);
  }

  /** Records with their default parameters: first the program's own, then those of the {@link Extensions} in force. */
  public List<T> prototypes() {
    List<T> more = open == null ? List.of() : Extensions.current().of(open);
    return more.isEmpty() ? builtIn : Stream.concat(builtIn.stream(), more.stream()).toList();
  }

  /** Returns the prototype that the spec names, with values from the spec. */
  public T bind(Spec written, SourceLocation place) {
    Spec spec = spelled(written, place);
    T prototype = prototype(spec, place);
    List<Parameter> parameters = parameters(prototype);
    Object[] values = values(prototype);
    var faults = new Faults();
    spec.arguments().forEach((key, text) -> faults.collect(() -> {
      int index = find(parameters, key, name.apply(prototype), place);
      try {
        values[index] = parameters.get(index).parse(text);
      } catch (IllegalArgumentException refused) {
        throw place.error(
            "parameter " + parameters.get(index).key() + " of " + name.apply(prototype) + ": " + refused.getMessage());
      }
    }));
    faults.throwIfAny();
    return place.check(() -> {
      for (int index = 0; index < values.length && prototype instanceof Poisson; index++) {
        if (parameters.get(index).key().equals(SizesFile.PARAMETER)) {
          SizesFile.requireKnown(String.valueOf(values[index]));
        }
      }
      return build(prototype, values);
    });
  }

  /**
   * Returns the spec with current spellings, and with numbers for node names.
   *
   * @param numbers returns the number of a node from the user's text; throws an exception with the reason if there is none
   */
  public Spec withNumbers(Spec written, SourceLocation place, UnaryOperator<String> numbers) {
    Spec spec = spelled(written, place);
    T prototype = prototype(spec, place);
    var arguments = new LinkedHashMap<>(spec.arguments());
    var faults = new Faults();
    RecordComponent[] components = components(prototype);
    for (int index = 0; index < components.length; index++) {
      Parameter parameter = Parameter.of(components[index]);
      // Only annotations of written parameters: the JVM generates classes to read one.
      if (arguments.keySet().stream().anyMatch(key -> key.equalsIgnoreCase(parameter.key()))
          && components[index].isAnnotationPresent(NodeNumber.class)) {
        arguments.replaceAll((key, text) -> key.equalsIgnoreCase(parameter.key())
            ? numbered(name.apply(prototype), parameter, text, place, faults, numbers)
            : text);
      }
    }
    faults.throwIfAny();
    return new Spec(spec.name(), arguments);
  }

  private static String numbered(String of, Parameter parameter, String text, SourceLocation place, Faults faults,
      UnaryOperator<String> numbers) {
    var number = new ArrayList<String>();
    faults.collect(() -> {
      try {
        number.add(numbers.apply(text));
      } catch (IllegalArgumentException refused) {
        throw place.error("parameter " + parameter.key() + " of " + of + ": " + refused.getMessage());
      }
    });
    return number.isEmpty() ? text : number.getFirst();
  }

  /** Returns the spec with current spellings. Unknown names of the choice or its parameters are errors. */
  public Spec checkNames(Spec written, SourceLocation place) {
    Spec spec = spelled(written, place);
    T prototype = prototype(spec, place);
    var faults = new Faults();
    spec.arguments().keySet()
        .forEach(key -> faults.collect(() -> find(parameters(prototype), key, name.apply(prototype), place)));
    faults.throwIfAny();
    return spec;
  }

  /** Returns the current spelling of a choice's parameter; an unknown one as written. */
  public String parameter(Spec spec, String key, SourceLocation place) {
    return spelled(key, parameters(prototype(spec, place)).stream().map(Parameter::key).toList(), place);
  }

  /** Returns the spec with current spellings of its name and parameters, and warns about other spellings. */
  private Spec spelled(Spec spec, SourceLocation place) {
    var present = new Spec(spelled(spec.name(), names(), place), spec.arguments());
    List<String> keys = parameters(prototype(present, place)).stream().map(Parameter::key).toList();
    var arguments = new LinkedHashMap<String, String>();
    spec.arguments().forEach((key, text) -> {
      String meant = spelled(key, keys, place);
      if (arguments.putIfAbsent(meant, text) != null) {
        throw place.error("parameter " + meant + " of " + present.name() + " is set twice");
      }
    });
    return new Spec(present.name(), arguments);
  }

  private static String spelled(String written, List<String> known, SourceLocation place) {
    if (known.stream().anyMatch(written::equalsIgnoreCase)) {
      return written;
    }
    Optional<String> present = Spelling.present(written, known);
    present.ifPresent(meant -> Notices.respelled(place, written, meant));
    return present.orElse(written);
  }

  /** Reports whether the choice of a spec has a parameter of this name. */
  public boolean hasParameter(String specName, String key) {
    return prototypes().stream().filter(known -> name.apply(known).equalsIgnoreCase(specName))
        .anyMatch(known -> parameters(known).stream().anyMatch(parameter -> parameter.key().equalsIgnoreCase(key)));
  }

  private T prototype(Spec spec, SourceLocation place) {
    return prototypes().stream().filter(known -> name.apply(known).equalsIgnoreCase(spec.name())).findFirst()
        .orElseThrow(() -> place.error(
            "unknown " + kind + " " + Quoted.of(spec.name()) + Suggestion.hint(spec.name(), spec.arguments().keySet(), names())
                + hintOfExtensions(spec.name())));
  }

  /** Returns a hint about extensions, if none is loaded and the name is not a mistyped one. */
  private String hintOfExtensions(String written) {
    boolean isOpen = open != null && Extensions.current().of(open).isEmpty();
    boolean isMistyped = Suggestion.to(written, names())
        .filter(meant -> !names().contains(meant) || LETTERS_OF_AN_EDIT * Suggestion.edits(written, meant) <= meant.length())
        .isPresent();
    return isOpen && !isMistyped ? "; --with FILE.java, FOLDER or JAR adds your own" : "";
  }

  private int find(List<Parameter> parameters, String key, String name, SourceLocation place) {
    for (int index = 0; index < parameters.size(); index++) {
      if (parameters.get(index).key().equalsIgnoreCase(key)) {
        return index;
      }
    }
    String holder = Suggestion.holder(kind, key);
    throw place.error(name + " has no parameter " + Quoted.of(key)
        + (holder.isEmpty() ? Suggestion.hint(key, parameters.stream().map(Parameter::key).toList()) : holder));
  }

  /** Returns the spec with all parameters, which binds to an equal record. */
  public String describe(T value) {
    var arguments = new LinkedHashMap<String, String>();
    List<Parameter> parameters = parameters(value);
    Object[] values = values(value);
    for (int index = 0; index < values.length; index++) {
      arguments.put(parameters.get(index).key(), parameters.get(index).format(values[index]));
    }
    return new Spec(name.apply(value), arguments).format();
  }

  /** Returns the spec with only the parameters that differ from the defaults. */
  public String describeBriefly(T value) {
    SourceLocation nowhere = SourceLocation.of(kind);
    var arguments = new LinkedHashMap<>(Spec.parse(describe(value), nowhere).arguments());
    defaults(value).ifPresent(
        known -> Spec.parse(describe(known), nowhere).arguments().forEach((key, text) -> arguments.remove(key, text)));
    return new Spec(name.apply(value), arguments).format();
  }

  /** Prototype of a value. A value of extension code has its own prototype, regardless of the extensions in force. */
  @SuppressWarnings("unchecked") // a record's default has the same class
  private Optional<T> defaults(T value) {
    return CodeOrigin.of(value) != null
        ? Optional.of((T) DefaultParameters.of(value.getClass()))
        : builtIn.stream().filter(known -> name.apply(known).equals(name.apply(value))).findFirst();
  }

  /** Specs of all defaults. */
  List<String> describeAll() {
    return prototypes().stream().map(this::describe).toList();
  }

  /** Names of all choices. */
  public List<String> names() {
    return prototypes().stream().<String>map(name).toList();
  }

  /** Name of a prototype in specs. */
  public String name(T prototype) {
    return name.apply(prototype);
  }

  /** Reports whether a prototype's component may have this value while all others have their defaults. */
  public boolean accepts(T prototype, int component, Object value) {
    Object[] values = values(prototype);
    values[component] = value;
    try {
      build(prototype, values);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private static List<Parameter> parameters(Object prototype) {
    return Arrays.stream(components(prototype)).map(Parameter::of).toList();
  }

  /** Returns the components of a prototype's parameters. */
  public static RecordComponent[] components(Object prototype) {
    RecordComponent[] components = prototype.getClass().getRecordComponents();
    if (components == null) {
      throw new IllegalStateException(prototype.getClass().getName() + " is not a record");
    }
    return components;
  }

  /** Values of a prototype. */
  public static Object[] values(Object prototype) {
    try {
      RecordComponent[] components = components(prototype);
      Object[] values = new Object[components.length];
      for (int index = 0; index < values.length; index++) {
        values[index] = components[index].getAccessor().invoke(prototype);
      }
      return values;
    } catch (ReflectiveOperationException closed) {
      throw new IllegalStateException(closed);
    }
  }

  @SuppressWarnings("unchecked") // a record's canonical constructor returns that record
  private T build(T prototype, Object[] values) {
    try {
      Class<?>[] types = Arrays.stream(components(prototype)).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<?> canonical = prototype.getClass().getDeclaredConstructor(types);
      return (T) canonical.newInstance(values);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof IllegalArgumentException sentence) {
        throw sentence;
      }
      throw new IllegalStateException(refused);
    } catch (ReflectiveOperationException closed) {
      throw new IllegalStateException(closed);
    }
  }
}
