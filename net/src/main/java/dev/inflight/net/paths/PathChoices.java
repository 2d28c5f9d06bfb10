package dev.inflight.net.paths;

import java.util.List;

/** Every choice of paths there is, with its default parameters. */
public final class PathChoices {
  /** All of them. */
  public static final List<PathChoice> ALL = List.of(OnePath.DEFAULT, ChosenPaths.DEFAULT, Sprayed.DEFAULT);

  private PathChoices() {
  }
}
