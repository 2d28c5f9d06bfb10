package dev.inflight.lab.paper.figure;

import dev.inflight.lab.plot.Chart;
import java.util.List;

/** One of the paper's figures as an experiment: its runs, what it claims of them, and its picture. */
public interface Figure {
  /** Its name, such as {@code fig13}; that of the first part when it has parts, as in {@code fig09a}. */
  String name();

  /** Other parts that it shows, such as {@code fig09b}. */
  default List<String> otherParts() {
    return List.of();
  }

  /** What it is about. */
  String title();

  /** The scenarios whose runs it shows; each run's folder has its scenario's name. */
  List<String> scenarios();

  /** What the paper says of it, beside what the runs say. */
  List<Claim> claims(Results results);

  /** The picture. */
  Chart chart(Results results);
}
