package dev.inflight.lab.files;

import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.YamlNode;
import java.nio.file.Path;

/**
 * What a scenario leaves to another file, by its path.
 *
 * @param <T> what that file holds
 */
public interface InFile<T> {
  /**
   * The same, named from where the user is, given that its path is in this part of a scenario.
   *
   * @throws IllegalArgumentException when there is no path
   */
  T relativeTo(YamlNode from);

  /** The same by a path that is good from everywhere. */
  T absolute();

  /**
   * Refuses a file that is not there.
   *
   * @throws dev.inflight.lab.read.InputError when there is none
   */
  default void requireFile() {
    InputText.requireFile(Path.of(path()));
  }

  /** The file. */
  String path();

  /** A spec that shows how to name a file. */
  String example();
}
