package dev.inflight.lab.scenario.switches;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.read.YamlNode;
import dev.inflight.lab.spec.Layout;
import dev.inflight.net.link.Packet;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.net.switching.pfc.PauseResponse;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.sim.setup.Setup;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reader and writer of priorities with PFC and ports' pause responses. */
public final class PfcText {
  /** Word for the longest pause response that IEEE 802.3 allows at the rate of a port. */
  public static final String IEEE = "ieee";
  /** Word for all priorities. */
  public static final String ALL = "all";
  /** Entries of a pause response. */
  public static final Layout.Entries LAYOUT = Layout.values("switches", "nics");

  private static final int EVERY_OF_FLOWS = PfcRules.EVERY_PRIORITY & ~1; // 0 is the priority of PFC frames

  private PfcText() {
  }

  /** Returns the priorities of a list, one bit each. */
  public static int priorities(YamlNode value) {
    if (value.isText()) {
      return value.text(PfcText::all);
    }
    int priorities = 0;
    for (YamlNode item : value.items()) {
      int bit = 1 << item.called("priority").whole(1, Packet.PRIORITIES - 1);
      if ((priorities & bit) != 0) {
        throw item.place().error("pfcPriorities names priority " + Integer.numberOfTrailingZeros(bit) + " twice");
      }
      priorities |= bit;
    }
    if (priorities == 0) {
      throw value.place().error("pfcPriorities is empty; list priorities as in [3, 4], or set pfc: false");
    }
    return priorities == EVERY_OF_FLOWS ? PfcRules.EVERY_PRIORITY : priorities;
  }

  private static int all(String word) {
    if (!word.equals(ALL)) {
      throw new IllegalArgumentException(
          "pfcPriorities must be all, or a list of priorities from 1 to 7 as in [3, 4], found " + Quoted.of(word));
    }
    return PfcRules.EVERY_PRIORITY;
  }

  /** Returns the text from which the same priorities can be read; null for all. */
  public static @Nullable String writePriorities(Setup setup) {
    PfcRules rules = setup.pfcRules();
    return rules.hasLossy()
        ? IntStream.range(1, Packet.PRIORITIES).filter(priority -> (rules.priorities() >> priority & 1) != 0)
            .mapToObj(Integer::toString).collect(Collectors.joining(", ", "[", "]"))
        : null;
  }

  /** Returns a pause response: one time for all ports, or times for switch ports and NICs; a missing time is 0. */
  public static PauseResponse response(YamlNode value, Faults faults) {
    if (value.isText()) {
      long ps = value.text(PfcText::time);
      return new PauseResponse(ps, ps);
    }
    Map<String, YamlNode> entries = value.entries(LAYOUT.names());
    return new PauseResponse(time(entries.get("switches"), faults), time(entries.get("nics"), faults));
  }

  private static long time(@Nullable YamlNode entry, Faults faults) {
    var read = new Object() {
      long ps;
    };
    if (entry != null) {
      faults.collect(() -> read.ps = entry.text(PfcText::time));
    }
    return read.ps;
  }

  private static long time(String word) {
    if (word.equals(IEEE)) {
      return PauseResponse.IEEE;
    }
    long ps;
    try {
      ps = Units.time(word);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("pauseResponse must be a time, or " + IEEE + "; " + e.getMessage(), e);
    }
    if (ps > PauseResponse.LONGEST_PS) {
      throw new IllegalArgumentException(
          "pauseResponse " + word + " is outside 0ps to " + Units.formatTime(PauseResponse.LONGEST_PS));
    }
    return ps;
  }

  /** Returns the text from which the same response can be read; null for none. */
  public static @Nullable String writeResponse(Setup setup) {
    PauseResponse response = setup.pfcRules().response();
    return response.isLate() ? "{switches: " + write(response.switchPs()) + ", nics: " + write(response.nicPs()) + "}" : null;
  }

  /** Returns the nondefault values of both, and the priorities with buffer profiles, for the screen, each after a comma. */
  public static String inWords(Setup setup) {
    String priorities = writePriorities(setup);
    String response = writeResponse(setup);
    return (priorities == null ? "" : ", PFC of priorities " + priorities)
        + (response == null ? "" : ", pause response " + response) + profilesInWords(setup.pfcRules().byPriority());
  }

  private static String profilesInWords(BufferProfiles profiles) {
    String priorities = Stream.concat(profiles.lossless().keySet().stream(), profiles.alphas().keySet().stream()).sorted()
        .map(String::valueOf).collect(Collectors.joining(", "));
    return priorities.isEmpty() ? "" : ", buffer profiles of priorities [" + priorities + "]";
  }

  /** Returns the time, or the word for it. */
  public static String write(long ps) {
    return ps == PauseResponse.IEEE ? IEEE : Units.formatTime(ps);
  }
}
