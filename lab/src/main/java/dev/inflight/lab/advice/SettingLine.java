package dev.inflight.lab.advice;

import dev.inflight.lab.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings to append to a command, which apply the advice: {@code --set} with the keys of scenarios.
 *
 * @param keysAndValues scheme and thresholds
 * @param bufferMib buffer that the settings require, in MiB; 0: the scenario's
 * @param note behavior of the scenario with the settings, or the reason why it is unknown; empty when there is none to note
 */
public record SettingLine(List<String> keysAndValues, long bufferMib, String note) {
  private static final long MIB = 1 << 20;
  private static final int MOST_TRIES = 8;

  /** Keys and values, including the buffer. */
  public List<String> assignments() {
    var all = new ArrayList<>(keysAndValues);
    if (bufferMib > 0) {
      all.add("buffer=" + bufferMib + "MiB");
    }
    return all;
  }

  /** The settings as command-line options. */
  public String options() {
    return assignments().stream().map(one -> "--set '" + one + "'").collect(Collectors.joining(" "));
  }

  /**
   * Returns the line with a buffer in which the scenario runs without pauses of switches and without drops, if there is one.
   *
   * @param read reads the scenario with a line's values instead of its own
   */
  public SettingLine triedIn(Function<SettingLine, Scenario> read) {
    SettingLine line = this;
    ScenarioTrial last = null;
    long triedMib = 0;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      Scenario scenario = read.apply(line);
      ScenarioTrial trial = ScenarioTrial.of(scenario.setup());
      if (trial == null) {
        return line.noting("the scenario itself has too many packets to be simulated here: this holds for N long flows that join,"
            + " and ./inflight run shows pauses and drops of the rest");
      }
      last = trial;
      triedMib = Math.ceilDiv(scenario.setup().bufferBytes(), MIB);
      long next = 2 * Math.ceilDiv(scenario.setup().bufferBytes(), MIB);
      if (trial.isClean() || trial.deadlock() != null || next * MIB > Scenario.MAX_BUFFER_BYTES) {
        break;
      }
      line = new SettingLine(keysAndValues, next, note);
    }
    return last == null || last.isClean()
        ? line
        : noting(last.words() + " remain in this scenario with a buffer of " + triedMib + "MiB, the largest that was tried");
  }

  private SettingLine noting(String more) {
    return new SettingLine(keysAndValues, bufferMib, more);
  }

  /**
   * Returns the line with the buffer that the settings need where the scenario's is smaller.
   *
   * @param neededMib buffer that the settings need, in MiB
   * @param hasBytes buffer of the scenario, in bytes
   */
  static SettingLine of(List<String> keysAndValues, long neededMib, long hasBytes) {
    return new SettingLine(keysAndValues, hasBytes < neededMib * MIB ? neededMib : 0, "");
  }
}
