package dev.inflight.sim.setup;

import dev.inflight.net.link.Packet;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import java.util.ArrayList;
import java.util.List;

/** What goes together with {@link Sprayed} paths, and with switches that trim packets. */
final class SprayCheck {
  private final Setup setup;
  private final List<Problem> problems = new ArrayList<>();

  private SprayCheck(Setup setup) {
    this.setup = setup;
  }

  static List<Problem> of(Setup setup) {
    var check = new SprayCheck(setup);
    if (setup.paths() instanceof Sprayed) {
      check.spray();
    }
    if (setup.trim()) {
      check.trim();
    }
    return check.problems;
  }

  private void refuse(boolean wrong, String field, String with, String sentence) {
    if (wrong) {
      problems.add(new Problem(field, with, sentence));
    }
  }

  private void spray() {
    Recovery recovery = setup.recovery();
    refuse(!setup.profile().hasBytes(), "paths", "framing",
        "paths: spray does not go with the reference framing: the authors' flows have one source port; take framing: rocev2");
    refuse(!recovery.takesReordering(), "paths", "recovery", "paths: spray lets packets overtake each other, and recovery "
        + recovery.name() + " takes those overtaken for lost; take recovery: " + Selective.DEFAULT.name());
    for (FlowClass flows : setup.flowClasses()) {
      refuse(flows.carried() != null, "paths", "scheme", "paths: spray takes packets over many paths, and scheme "
          + flows.scheme().name() + " compares what the links of one path report; take scheme nscc, or paths: one");
    }
  }

  private void trim() {
    Recovery recovery = setup.recovery();
    refuse(setup.pfc(), "trim", "pfc", "trim is what switches do in place of dropping, and with PFC they pause; set pfc: false");
    refuse(!recovery.takesReordering(), "trim", "recovery", "trim tells which packet is lost, and recovery "
        + recovery.name() + " cannot retransmit just that one; take recovery: " + Selective.DEFAULT.name());
    refuse(!setup.queues().hasShares(), "trim", "queues", "trim needs ports that send several headers, which are of group "
        + Packet.APART_GROUP + ", for one packet of data; take queues: " + StrictOverDeficit.DEFAULT.name());
  }
}
