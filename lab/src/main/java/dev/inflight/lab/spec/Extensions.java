package dev.inflight.lab.spec;

import dev.inflight.lab.read.SourceLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Choices for scenarios in addition to the program's own. They are in force for code that runs {@linkplain #during within} them,
 * so that two runs in one JVM can have different ones; binders and meanings of parameters use them. They must be passed to
 * threads that are started within.
 *
 * @param added records that scenarios can name, with their default parameters
 * @param meanings Javadoc of their sources, by the names of {@link Meanings}
 * @param more loads code that a scenario names; null: scenarios may not name code
 */
public record Extensions(List<Added> added, Map<String, String> meanings, @Nullable More more) {
  /** No extensions: the program's own choices only. */
  public static final Extensions NONE = new Extensions(List.of(), Map.of(), null);

  private static final ScopedValue<Extensions> CURRENT = ScopedValue.newInstance();

  /**
   * Record of an extension.
   *
   * @param kind interface by which the program uses it
   * @param prototype record with its default parameters
   * @param name name in scenarios
   * @param origin origin of its code
   */
  public record Added(Class<?> kind, Object prototype, String name, CodeOrigin origin) {
  }

  /** Loader of code that a scenario names. */
  public interface More {
    /**
     * Loads one file or folder.
     *
     * @param path path of the file or folder
     * @param sha256 SHA-256 in the scenario, in hexadecimal; null without one
     * @param place place in the scenario
     * @throws dev.inflight.lab.read.InputError if the code is not loadable or its SHA-256 differs; then none is compiled or runs
     */
    Extensions load(Path path, @Nullable String sha256, SourceLocation place);
  }

  /** Copies the collections. */
  public Extensions {
    added = List.copyOf(added);
    meanings = Map.copyOf(meanings);
  }

  /** Returns the extensions in force. */
  public static Extensions current() {
    return CURRENT.isBound() ? CURRENT.get() : NONE;
  }

  /** Puts these extensions in force while some code runs. */
  @SuppressWarnings("ReferenceEquality") // equals of records generates method handles at each start
  public <T> T during(Supplier<T> body) {
    return this == current() ? body.get() : ScopedValue.where(CURRENT, this).call(body::get);
  }

  /** Returns a task for another thread, with these extensions in force. */
  public Runnable carriedTo(Runnable task) {
    return () -> during(() -> {
      task.run();
      return true;
    });
  }

  /** Returns all extensions of a kind. */
  public <T> List<T> of(Class<T> kind) {
    return added.stream().filter(one -> one.kind == kind).map(one -> kind.cast(one.prototype)).toList();
  }

  /**
   * Returns these and other extensions; one that both have from the same code is included once.
   *
   * @throws IllegalArgumentException with a sentence, if two of a kind have the same name
   */
  public Extensions and(Extensions others) {
    var both = new ArrayList<>(added);
    for (Added more : others.added) {
      Added same = both.stream().filter(one -> one.kind == more.kind && one.name.equals(more.name)).findFirst().orElse(null);
      if (same == null) {
        both.add(more);
      } else if (!same.origin.sha256().equals(more.origin.sha256()) || others.added.contains(same)) {
        throw new IllegalArgumentException("there are two extensions of the name " + more.name + ": "
            + same.prototype.getClass().getName() + " of " + same.origin.path() + " and " + more.prototype.getClass().getName()
            + " of " + more.origin.path() + "; give one of them another name");
      }
    }
    var texts = new LinkedHashMap<>(meanings);
    texts.putAll(others.meanings);
    return new Extensions(both, texts, more == null ? others.more : more);
  }

  /** Names from this code. */
  public List<String> namesFrom(CodeOrigin origin) {
    return added.stream().filter(one -> one.origin.equals(origin)).map(Added::name).toList();
  }
}
