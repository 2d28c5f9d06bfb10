package dev.inflight.sim.setup;

import dev.inflight.cc.Signal;
import dev.inflight.net.answer.NoAnswers;
import dev.inflight.net.carrier.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.report.ByWindows;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What goes together with {@link Tcp}, and that its frames and its recovery do. */
final class TcpCheck {
  private final Setup setup;
  private final List<Problem> problems = new ArrayList<>();

  private TcpCheck(Setup setup) {
    this.setup = setup;
  }

  static List<Problem> of(Setup setup) {
    var check = new TcpCheck(setup);
    boolean tcp = setup.recovery().usesTcpFrames();
    check.refuse(tcp && !setup.framing().isTcp() && setup.profile().hasBytes(), "framing",
        "recovery tcp needs segments of TCP; take framing: " + (setup.framing().isIpv6() ? "tcp-ipv6" : "tcp"));
    check.refuse(!tcp && setup.framing().isTcp(), "framing",
        "framing " + (setup.framing() == Framing.TCP ? "tcp" : "tcp-ipv6") + " is that of recovery tcp, not of "
            + setup.recovery().name() + "; take recovery: tcp, or framing: rocev2");
    if (tcp) {
      check.hosts();
      setup.flowClasses().forEach(check::scheme);
    }
    return check.problems;
  }

  private void refuse(boolean wrong, String field, String sentence) {
    if (wrong) {
      problems.add(new Problem(field, "recovery", sentence));
    }
  }

  private void hosts() {
    refuse(setup.flows().queuePairs() > 0, "recovery",
        "recovery tcp brings a stream of bytes, and rdma operations are messages; take "
            + Recoveries.RELIABLE.stream().map(Recovery::name).collect(Collectors.joining(" or ")));
    refuse(setup.ackEveryPackets() > 1, "acks", "recovery tcp says itself when receivers acknowledge; set tcp(ackEvery="
        + setup.ackEveryPackets() + ") in place of acks");
    refuse(setup.reports() instanceof ByWindows, "reports",
        "recovery tcp has no packet that tells a window of the receiver's control; take reports: acks or notifications");
    refuse(!(setup.paths() instanceof OnePath), "paths",
        "recovery tcp keeps the ports of its connections, and so their paths; take paths: one");
    refuse(!(setup.answers() instanceof NoAnswers), "answers",
        "recovery tcp has no packet for answers of switches; take answers: none");
  }

  private void scheme(FlowClass flows) {
    TelemetryFormat carried = flows.carried();
    refuse(carried != null && !(setup.carrier() instanceof Probes), "carrier", "recovery tcp cuts data into segments in the NIC,"
        + " which carry no telemetry, and scheme " + flows.scheme().name() + " needs it; take carrier: probes");
    refuse(carried != null && carried.placement() == HeaderPlacement.AROUND_UDP, "telemetry", "the "
        + (carried == null ? "" : carried.name()) + " format stands around a UDP header, and recovery tcp has none; take native");
    refuse(flows.hears(Signal.RTT) && setup.packetsPerAck() > 1, "recovery",
        "receivers of recovery tcp wait for another segment before they acknowledge, and scheme " + flows.scheme().name()
            + " would take that for a queue; take tcp(ackEvery=1)");
    refuse(flows.hears(Signal.CREDIT), "recovery", "recovery tcp has no segment that asks for credit or grants it, and scheme "
        + flows.scheme().name() + " needs that; take another scheme, or another recovery");
    refuse(flows.hears(Signal.CNP), "recovery",
        "recovery tcp echoes marks in acknowledgements, and scheme " + flows.scheme().name()
            + " needs congestion notification packets; take scheme dctcp");
  }
}
