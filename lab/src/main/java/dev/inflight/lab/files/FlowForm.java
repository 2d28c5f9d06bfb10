package dev.inflight.lab.files;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.Tokens;
import dev.inflight.lab.read.Units;
import java.util.List;
import java.util.function.Predicate;

/** Order of the columns of a flow file. Tools write different orders, and the possible meanings of the values determine it. */
enum FlowForm {
  /** The HPCC authors' simulator and most of its forks. */
  WITH_PORT("source destination priority port bytes start-seconds", 0, 3, 4),
  /** ConWeave's simulator. */
  WITHOUT_PORT("source destination priority bytes start-seconds", 0, FlowForm.NONE, 3),
  /** The first form, preceded by the number of the flow. */
  NUMBERED("number source destination priority port bytes start-seconds", 1, 4, 5);

  /** No such column. */
  static final int NONE = -1;
  private static final int PRIORITIES = 7;
  private static final int LEAST_COUNTED = 2;
  /** Smallest number of digits of a size, which is larger than that of start times: no simulation lasts as many seconds. */
  private static final int DIGITS_OF_BYTES = 4;
  private static final String ASK = "write the columns as source destination priority port bytes start-seconds";
  private static final String FIRST_OF_SIX = "columns=authors reads the first, which can also be written without the port";
  private static final String NO_STOP = "; flows that stop at a time are not available";

  /** Names of the columns, in order. */
  final String columns;
  final int source;
  final int port;
  final int bytes;

  FlowForm(String columns, int source, int port, int bytes) {
    this.columns = columns;
    this.source = source;
    this.port = port;
    this.bytes = bytes;
  }

  int count() {
    return bytes + 2;
  }

  int priority() {
    return source + 2;
  }

  int start() {
    return bytes + 1;
  }

  /**
   * Returns the form of these flows, of which there is at least one.
   *
   * @param columns form to choose where two are possible
   * @throws InputError when the flows fit no form, or more than one
   */
  static FlowForm of(List<Tokens> flows, FlowColumnOrder columns) {
    Tokens first = flows.getFirst();
    boolean even = flows.stream().allMatch(line -> line.count() == first.count());
    return switch (even ? first.count() : WITH_PORT.count()) {
      case 5 -> ofFive(flows);
      case 7 -> ofSeven(flows);
      case 6 -> even ? ofSix(flows, columns) : WITH_PORT;
      default -> WITH_PORT;
    };
  }

  private static FlowForm ofFive(List<Tokens> flows) {
    boolean fits = all(flows, line -> isPriority(line.word(2)) && isWhole(line.word(3)));
    String numbered = "number source destination bytes start";
    if (areNumbered(flows) && all(flows, line -> isWhole(line.word(1)) && isWhole(line.word(2)))) {
      if (!fits) {
        throw error(flows, "the first column counts the flows, as in: " + numbered);
      }
      if (flows.stream().map(line -> line.word(2)).distinct().count() > 1) {
        throw ambiguous(flows, WITHOUT_PORT.columns, numbered);
      }
    }
    if (!fits && flows.stream().noneMatch(line -> isPriority(line.word(2)))) {
      throw error(flows, "of five columns the third must be a priority, 1 to 7, as in: " + WITHOUT_PORT.columns);
    }
    if (fits && all(flows, line -> isWhole(line.word(4)) && line.word(4).length() >= DIGITS_OF_BYTES)) {
      throw ambiguous(flows, WITHOUT_PORT.columns, "source destination priority port bytes");
    }
    return WITHOUT_PORT;
  }

  private static FlowForm ofSix(List<Tokens> flows, FlowColumnOrder columns) {
    if (all(flows, FlowForm::stops)) {
      String stopping = "source destination priority packets start-seconds stop-seconds";
      if (!all(flows, line -> isWhole(line.word(4)))) {
        throw error(flows, "the last two columns are a start and a stop, as in: " + stopping + NO_STOP);
      }
      if (columns == FlowColumnOrder.AUTHORS) {
        return ofAuthors(flows, stopping);
      }
      throw ambiguous(flows, WITH_PORT.columns, stopping, FIRST_OF_SIX + NO_STOP);
    }
    if (areNumbered(flows) && all(flows, line -> isPriority(line.word(3)))) {
      String numbered = "number source destination priority bytes start-seconds";
      if (!all(flows, line -> isPriority(line.word(2)))) {
        throw error(flows, "the first column counts the flows, as in: " + numbered);
      }
      if (columns == FlowColumnOrder.AUTHORS) {
        return ofAuthors(flows, numbered);
      }
      throw ambiguous(flows, WITH_PORT.columns, numbered,
          FIRST_OF_SIX + ", the second without the number: " + WITHOUT_PORT.columns);
    }
    return WITH_PORT;
  }

  private static FlowForm ofAuthors(List<Tokens> flows, String other) {
    Notices.note(flows.getFirst().place(), "the columns are read as '" + WITH_PORT.columns
        + "', as the HPCC authors' simulator does; they could also be '" + other + "'");
    return WITH_PORT;
  }

  private static FlowForm ofSeven(List<Tokens> flows) {
    boolean numbered = all(flows, line -> isPriority(line.word(3)) && isWhole(line.word(4)) && isWhole(line.word(5)));
    boolean stopping = all(flows,
        line -> isPriority(line.word(2)) && isWhole(line.word(3)) && isWhole(line.word(4)) && Units.isReal(line.word(5)));
    String stops = WITH_PORT.columns + " stop-seconds";
    if (numbered && (!stopping || areNumbered(flows))) {
      return NUMBERED;
    }
    if (numbered) {
      throw ambiguous(flows, NUMBERED.columns, stops);
    }
    throw error(flows,
        stopping
            ? "the last two columns are a start and a stop, as in: " + stops + NO_STOP
            : "of seven columns the fourth must be a priority, 1 to 7, as in: " + NUMBERED.columns);
  }

  private static boolean all(List<Tokens> flows, Predicate<Tokens> property) {
    return flows.stream().allMatch(property);
  }

  /** Reports whether the last two values of a line can be the start and stop times of a flow. */
  private static boolean stops(Tokens line) {
    return isWhole(line.word(3)) && Units.isReal(line.word(4)) && Units.isReal(line.word(5)) && real(line, 4) >= 0
        && real(line, 4) < real(line, 5);
  }

  private static double real(Tokens line, int at) {
    return line.place().check(() -> Units.real("time", line.word(at)));
  }

  /** Reports whether the first column counts up by one, from 0 or 1. */
  private static boolean areNumbered(List<Tokens> flows) {
    if (flows.size() < LEAST_COUNTED) {
      return false;
    }
    String first = flows.getFirst().word(0);
    if (!first.equals("0") && !first.equals("1")) {
      return false;
    }
    long number = Long.parseLong(first);
    for (Tokens line : flows) {
      if (!line.word(0).equals(Long.toString(number))) {
        return false;
      }
      number++;
    }
    return true;
  }

  private static boolean isPriority(String word) {
    return word.length() == 1 && word.charAt(0) >= '1' && word.charAt(0) <= '0' + PRIORITIES;
  }

  private static boolean isWhole(String word) {
    return !word.isEmpty() && word.chars().allMatch(digit -> digit >= '0' && digit <= '9');
  }

  private static InputError error(List<Tokens> flows, String what) {
    flows.forEach(Tokens::requireText);
    return flows.getFirst().place().error(what + "; " + ASK);
  }

  private static InputError ambiguous(List<Tokens> flows, String one, String other) {
    return ambiguous(flows, one, other, ASK);
  }

  private static InputError ambiguous(List<Tokens> flows, String one, String other, String remedy) {
    flows.forEach(Tokens::requireText);
    return flows.getFirst().place().error("the columns can be '" + one + "' or '" + other + "'; " + remedy);
  }
}
