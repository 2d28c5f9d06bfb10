package dev.inflight.net.paths;

/** Choice of the path of a flow's data among several (draft-miao-rtgwg-hpccplus §9.4). */
public sealed interface PathChoice permits OnePath, ChosenPaths, Sprayed {
  /** Name in scenarios, such as {@code chosen}. */
  String name();
}
