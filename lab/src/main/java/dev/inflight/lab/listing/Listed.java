package dev.inflight.lab.listing;

import java.util.List;

/** One kind of things that {@code inflight list} tells of. */
public interface Listed {
  /** What the user calls the kind, in the plural: {@code schemes}. */
  String kind();

  /** What it is called above a list of them. */
  String title();

  /** The names of all. */
  List<String> names();

  /** One line for each of them, for the overview of everything. */
  List<String> overview();

  /** What each is, in a sentence or two, in the order of the names. */
  List<String> meanings();

  /** All there is to know about one. */
  List<String> describe(String name);
}
