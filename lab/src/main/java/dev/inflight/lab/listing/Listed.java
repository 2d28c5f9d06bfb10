package dev.inflight.lab.listing;

import java.util.List;

/** Kind of things that {@code inflight list} prints. */
public abstract class Listed {
  private final String kind;
  private final String title;

  /**
   * Creates a kind.
   *
   * @param kind plural name for the user, such as {@code schemes}
   * @param title title of a list of them
   */
  protected Listed(String kind, String title) {
    this.kind = kind;
    this.title = title;
  }

  public final String kind() {
    return kind;
  }

  public final String title() {
    return title;
  }

  /** All names. */
  public abstract List<String> names();

  /** One line per name, for the overview of all kinds. */
  public abstract List<String> overview();

  /** Returns the meaning of each name in a sentence or two, in the order of the names. */
  public abstract List<String> meanings();

  /** Returns the full description of one name. */
  public abstract List<String> describe(String name);
}
