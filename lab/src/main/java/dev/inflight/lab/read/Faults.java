package dev.inflight.lab.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** All errors of a file, so that its author reads them at once instead of one error a run. */
public final class Faults {
  /** Most errors that are kept: an error may be in each entry of a long list, and users would not read more. */
  private static final int MOST = 100;

  private final List<InputError> errors = new ArrayList<>();

  /**
   * Runs the reading of one part, and collects its error, so that the other parts can be read. Once the number of errors is at its limit,
   * nothing runs: the input is rejected anyway.
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

  /** Keeps an error. */
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

  /** Sorts the errors in lines of this file by line, after those without a line; the note about further errors remains the last. */
  public void sortByLine(SourceLocation file) {
    if (errors.size() < 2) {
      return;
    }
    errors.subList(0, Math.min(MOST, errors.size())).sort(Comparator.comparingInt(wrong -> wrong.lineIn(file.source())));
  }

  /** Throws the collected errors as one error; returns if there are none. */
  public void throwIfAny() {
    if (!errors.isEmpty()) {
      throw InputError.of(errors);
    }
  }
}
