package dev.inflight.lab.files;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import java.nio.file.Path;

/**
 * Choice that a scenario leaves to another file, by its path.
 *
 * @param <T> type of the file's content
 */
public interface InFile<T> {
  /**
   * Returns the same choice with a path relative to the user's working directory, for a path relative to this part of a scenario.
   *
   * @throws IllegalArgumentException when there is no path
   */
  T relativeTo(YamlNode from);

  /** Returns the same choice with an absolute path. */
  T absolute();

  /**
   * Rejects a file that does not exist.
   *
   * @throws dev.inflight.lab.read.InputError when the file does not exist
   */
  default void requireFile() {
    InputText.requireFile(Path.of(path()));
  }

  /** Path of the file. */
  String path();

  /** Spec that shows how to name a file. */
  String example();
}
