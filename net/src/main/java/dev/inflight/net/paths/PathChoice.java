package dev.inflight.net.paths;

/** Which of several paths the data of a flow takes (draft-miao-rtgwg-hpccplus §9.4). */
public sealed interface PathChoice permits OnePath, ChosenPaths, Sprayed {
  /** Its name in scenarios, such as {@code chosen}. */
  String name();
}
