package dev.inflight.lab.files;

import dev.inflight.lab.read.YamlNode;

/**
 * What a scenario leaves to another file, by its path.
 *
 * @param <T> what that file holds
 */
public interface InFile<T> {
  /**
   * The same, named from where the user is, given that its path stands in this part of a scenario.
   *
   * @throws IllegalArgumentException when there is no path
   */
  T relativeTo(YamlNode from);

  /** The same by a path that is good from everywhere. */
  T absolute();

  /** A spec that shows how to name a file. */
  String example();
}
