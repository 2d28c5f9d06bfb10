package dev.inflight.sim.setup;

import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.link.Framing;
import dev.inflight.net.switching.pfc.BufferProfiles;
import dev.inflight.sim.change.fault.PfcStorm;
import java.util.ArrayList;
import java.util.List;

/** Checks that a setup can run: its values by themselves, and {@linkplain Compatibility together}. */
final class SetupCheck {
  private SetupCheck() {
  }

  static List<Problem> of(Setup setup) {
    var problems = new ArrayList<Problem>();
    int bytes = setup.payloadBytes();
    if (bytes < 1 || bytes > Framing.LARGEST_PAYLOAD_BYTES) {
      problems.add(new Problem("payload", "payload of " + bytes + " bytes is outside 1 to " + Framing.LARGEST_PAYLOAD_BYTES));
    }
    addPromptAcks(setup, problems);
    int named = setup.flows().highestClass();
    if (named > setup.classes().size()) {
      problems.add(new Problem("flows", "flows are of class " + named + ", and there are " + setup.classes().size()));
    }
    String shape = setup.routing().problem(setup.topology());
    if (shape != null) {
      problems.add(new Problem("routing", "routing " + setup.routing().name() + " " + shape));
    }
    int lossless = setup.pfcRules().priorities();
    setup.events().stream().filter(PfcStorm.class::isInstance).map(event -> ((PfcStorm) event).priority())
        .filter(priority -> (lossless >> priority & 1) == 0).findFirst()
        .ifPresent(priority -> problems.add(new Problem("events", "state pfc-storm pauses priority " + priority
            + ", which has no PFC; name a priority of pfcPriorities, or add " + priority + " to them")));
    addUnusedProfiles(setup, problems);
    addFramingsOfClasses(setup, problems);
    problems.addAll(Compatibility.problems(setup));
    return problems;
  }

  /** A lossless priority has a PFC profile, a lossy one a limit of its queues. */
  private static void addUnusedProfiles(Setup setup, List<Problem> problems) {
    BufferProfiles profiles = setup.pfcRules().byPriority();
    int lossless = setup.pfc() ? setup.pfcRules().priorities() : 0;
    profiles.lossless().keySet().stream().filter(priority -> setup.pfc() && (lossless >> priority & 1) == 0).map(
        priority -> ofProfile(priority, "bufferProfiles has a pfcProfile for priority " + priority
            + ", which has no PFC; set egressAlpha instead, or add " + priority + " to pfcPriorities"))
        .forEach(problems::add);
    profiles.alphas().keySet().stream().filter(priority -> (lossless >> priority & 1) != 0)
        .map(priority -> ofProfile(priority,
            "bufferProfiles has an egressAlpha for priority " + priority
                + ", which has PFC; set pfcProfile instead, set pfc: false, or set pfcPriorities without " + priority))
        .forEach(problems::add);
  }

  private static Problem ofProfile(int priority, String sentence) {
    return new Problem("bufferProfiles{" + priority + "}", "bufferProfiles", sentence);
  }

  private static void addPromptAcks(Setup setup, List<Problem> problems) {
    double from = setup.promptAcksFrom();
    if (from == Double.POSITIVE_INFINITY) {
      return;
    }
    if (!(from >= PromptAcks.LEAST && from <= PromptAcks.MOST)) {
      problems
          .add(new Problem("acks", "acks.promptFrom of " + from + " is outside " + PromptAcks.LEAST + " to " + PromptAcks.MOST));
    }
    if (setup.packetsPerAck() == 1) {
      problems.add(new Problem("acks",
          "acks.promptFrom has no effect with every: 1, which acknowledges each packet at once; set every to 2 or more"));
    }
  }

  /** The authors' framing has its own times and switches, so a run with it has no other frames. */
  private static void addFramingsOfClasses(Setup setup, List<Problem> problems) {
    int number = 0;
    for (FlowClass flows : setup.classes()) {
      number++;
      Framing own = flows.own().framing();
      if (own != null && own != setup.framing() && (own == Framing.REFERENCE || setup.framing() == Framing.REFERENCE)) {
        problems.add(new Problem(Problem.classField(number), "class " + flows.name()
            + " has a framing of its own, but framing: reference applies to all flows or to none, as it sets the times of switches"
            + " too; remove framing from the class"));
      }
    }
  }
}
