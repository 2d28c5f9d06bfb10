package dev.inflight.net.paths;

import java.util.List;

/** All choices of paths, with their default parameters. */
public final class PathChoices {
  /** All choices of paths. */
  public static final List<PathChoice> ALL = List.of(OnePath.DEFAULT, ChosenPaths.DEFAULT, Sprayed.DEFAULT);

  private PathChoices() {
  }
}
