package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.EnumNames;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.net.switching.watchdog.PfcWatchdog.Action;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader and writer of a scenario's PFC watchdog. */
public final class WatchdogText {
  /** Entries of the key's value. */
  public static final Layout.Entries LAYOUT = Layout.values("detect", "restore", "poll", "action");
  private static final String NONE = "none";

  private WatchdogText() {
  }

  /** Returns the watchdog of the key's value: {@code none}, or times and an action, with SONiC's values as defaults. */
  public static @Nullable PfcWatchdog read(YamlNode value, Faults faults) {
    if (value.isText()) {
      value.text(WatchdogText::none);
      return null;
    }
    Map<String, YamlNode> entries = value.entries(LAYOUT.names());
    var usual = PfcWatchdog.DEFAULT;
    long detectPs = or(entries.get("detect"), faults, WatchdogText::time, usual.detectPs());
    long restorePs = or(entries.get("restore"), faults, WatchdogText::time, usual.restorePs());
    long pollPs = or(entries.get("poll"), faults, WatchdogText::time, Math.min(usual.pollPs(), Math.max(1, detectPs / 2)));
    Action action = or(entries.get("action"), faults,
        one -> one.text(word -> EnumNames.constant("action", List.of(Action.values()), word)), usual.action());
    if (pollPs > detectPs) {
      throw value.place()
          .error("poll " + Units.formatTime(pollPs) + " is longer than detect " + Units.formatTime(detectPs)
              + ": a port must check its queues at least once in that time; use poll: "
              + Units.formatTime(Math.max(1, detectPs / 2)));
    }
    return new PfcWatchdog(detectPs, restorePs, pollPs, action);
  }

  private static String none(String word) {
    if (!word.equals(NONE)) {
      throw new IllegalArgumentException(
          "pfcWatchdog must be none, or keys and values as in {detect: 200ms, action: drop}, found " + Quoted.of(word));
    }
    return word;
  }

  /** Returns an entry's value; the default if the entry is missing or unreadable. */
  static <T> T or(@Nullable YamlNode entry, Faults faults, Function<YamlNode, T> reading, T usual) {
    var read = new Object() {
      T result = usual;
    };
    if (entry != null) {
      faults.collect(() -> read.result = reading.apply(entry));
    }
    return read.result;
  }

  private static long time(YamlNode value) {
    return value.text(word -> {
      long ps = Units.time(word);
      if (ps == 0 || ps > PfcWatchdog.LONGEST_PS) {
        throw new IllegalArgumentException(
            value.what() + " " + word + " is outside 1ps to " + Units.formatTime(PfcWatchdog.LONGEST_PS));
      }
      return ps;
    });
  }

  /** Returns the text from which the same watchdog can be read; null for none. */
  public static @Nullable String write(@Nullable PfcWatchdog watchdog) {
    return watchdog == null
        ? null
        : "{detect: " + Units.formatTime(watchdog.detectPs()) + ", restore: " + Units.formatTime(watchdog.restorePs())
            + ", poll: " + Units.formatTime(watchdog.pollPs()) + ", action: " + EnumNames.of(watchdog.action()) + "}";
  }
}
