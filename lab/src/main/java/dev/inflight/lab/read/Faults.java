package dev.inflight.lab.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Errors of a file, collected so that one run reports all of them. */
public final class Faults {
  /** Maximum number of kept errors. Each entry of a long list may have one, and users read no more. */
  private static final int MOST = 100;

  private final List<InputError> errors = new ArrayList<>();

  /**
   * Reads one part and collects its error, so that reading can continue with the other parts. After the maximum number of errors,
   * nothing is read: the input is invalid in any case.
   *
   * @return true if the part was read without an error
   */
  public boolean collect(Runnable reading) {
    if (errors.size() > MOST) {
      return false;
    }
    try {
      reading.run();
      return true;
    } catch (InputError wrong) {
      add(wrong);
      return false;
    }
  }

  /** Adds an error. */
  public void add(InputError wrong) {
    if (errors.size() < MOST) {
      errors.add(wrong);
    } else if (errors.size() == MOST) {
      errors.add(new InputError("there are more; these are the first " + MOST));
    }
  }

  public boolean isEmpty() {
    return errors.isEmpty();
  }

  /** Number of errors. */
  public int count() {
    return errors.size();
  }

  /** Sorts this file's errors by line, after those without a line. The note about further errors remains the last. */
  public void sortByLine(SourceLocation file) {
    if (errors.size() < 2) {
      return;
    }
    errors.subList(0, Math.min(MOST, errors.size())).sort(Comparator.comparingInt(wrong -> wrong.lineIn(file.source())));
  }

  /** Throws the collected errors as one error, if any exist. */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      throw InputError.of(errors);
    }
  }
}
