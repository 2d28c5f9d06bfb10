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
 * Choices that scenarios can name in addition to the program's own. It is in force for code that runs {@linkplain #during within} it, so
 * that two runs of one JVM may have different ones; binders, and the meanings of parameters, read it there. Threads started within need it
 * passed to them.
 *
 * @param added records that scenarios name, with their default parameters
 * @param meanings Javadoc of their sources, by the names of {@link Meanings}
 * @param more loads code that a scenario names; null: scenarios may not name code
 */
public record Extensions(List<Added> added, Map<String, String> meanings, @Nullable More more) {
  /** No extensions: the program's own choices only. */
  public static final Extensions NONE = new Extensions(List.of(), Map.of(), null);

  private static final ScopedValue<Extensions> CURRENT = ScopedValue.newInstance();

  /**
   * One record.
   *
   * @param kind interface by which the program uses it
   * @param prototype record with its default parameters
   * @param name name in scenarios
   * @param origin origin of its code
   */
  public record Added(Class<?> kind, Object prototype, String name, CodeOrigin origin) {
  }

  /** Loads code that a scenario names. */
  public interface More {
    /**
     * Loads one file or folder.
     *
     * @param path path of the file or folder
     * @param sha256 SHA-256 that the scenario states, in hexadecimal digits; null where it states none
     * @param place place in the scenario
     * @throws dev.inflight.lab.read.InputError when the code cannot be loaded, or has another SHA-256: then none of it is compiled or runs
     */
    Extensions load(Path path, @Nullable String sha256, SourceLocation place);
  }

  /** Keeps copies. */
  public Extensions {
    added = List.copyOf(added);
    meanings = Map.copyOf(meanings);
  }

  /** Returns the extensions in force. */
  public static Extensions current() {
    return CURRENT.isBound() ? CURRENT.get() : NONE;
  }

  /** Puts these extensions in force while some code runs. */
  @SuppressWarnings("ReferenceEquality") // that of records makes method handles, which would cost each start
  public <T> T during(Supplier<T> body) {
    return this == current() ? body.get() : ScopedValue.where(CURRENT, this).call(body::get);
  }

  /** A task of another thread, during which these hold. */
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
   * Returns these and others; an extension that both have from the same code is there once.
   *
   * @throws IllegalArgumentException with a sentence, when two of a kind have the same name
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

  /** The names that came from there. */
  public List<String> namesFrom(CodeOrigin origin) {
    return added.stream().filter(one -> one.origin.equals(origin)).map(Added::name).toList();
  }
}
