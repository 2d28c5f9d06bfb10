package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.JobConnections;
import java.util.List;

/** Declarations of all keys except axes, in the order of written scenarios. */
final class PlainKeys {
  /** Timeout of flows with go-back-N in any class, which is therefore read after the classes. */
  static final ScenarioKey RETRANSMIT_TIMEOUT = ScenarioKey
      .of("retransmitTimeout",
          "with go-back-n: retransmission timeout (RTO), up to 1000s; at least four base RTTs, and doubled with each timeout in a"
              + " row, up to a factor of 64",
          Form.TIME, setup -> setup.retransmitTimeoutPs(), (setup, ps) -> setup.retransmitTimeoutPs = ps)
      .readBy(PlainKeys::asRetransmitTimeout)
      .writtenWhere(setup -> setup.flowClasses().stream().anyMatch(flows -> flows.recoveryIn(setup).ownWaits() == null));
  static final List<ScenarioKey> ALL = List.of(
      ScenarioKey.inDraft("name",
          "name of the scenario, up to 255 characters; if omitted, the file's name; results go to runs/NAME",
          new Form<>(() -> Shape.TEXT, value -> value.text(ScenarioValues::name), YamlText::quote), Scenario::name,
          (draft, name) -> draft.name = name),
      ScenarioKey.of("seed", "seed of every random choice; the same seed gives the same result", Form.WHOLE,
          setup -> setup.seed(), (setup, seed) -> setup.seed = seed),
      StructuredKeys.ENSEMBLE,
      ScenarioKey.of("until", "latest end of the simulation, even with unfinished flows; must be after the first flow's start",
          Form.TIME_OR_UNLIMITED, setup -> setup.untilPs(), (setup, ps) -> setup.untilPs = ps),
      StructuredKeys.UNFINISHED,
      ScenarioKey.of("payload", "payload of a full packet, 1 to 9000 B; with rdma at least 16 B",
          Form.size(Framing.LARGEST_PAYLOAD_BYTES).writtenAs(bytes -> bytes + "B"), setup -> (long) setup.payloadBytes(),
          (setup, bytes) -> setup.payloadBytes = bytes.intValue()),
      ScenarioKey.of("buffer",
          "buffer of each switch, shared by its ports; must exceed what ports reserve; without PFC, at least 9216 B",
          Form.size(Scenario.MAX_BUFFER_BYTES), setup -> setup.bufferBytes(), (setup, bytes) -> setup.bufferBytes = bytes),
      ScenarioKey.of("framing", "packet format; if omitted, tcp with recovery tcp, and IPv6 if the telemetry format needs it",
          Form.word(Framing.values()), setup -> setup.framing(), (setup, framing) -> setup.framing = framing),
      ScenarioKey.of("clock", "arithmetic of times: exact, or that of the HPCC authors' simulator",
          Form.word(SerializationTime.values()), setup -> setup.clock(), (setup, clock) -> setup.clock = clock),
      ScenarioKey.of("ties", "order of simultaneous events", Form.word(TieOrder.values()), setup -> setup.ties(),
          (setup, ties) -> setup.ties = ties),
      ScenarioKey
          .of("connections",
              "how jobs send messages: per-channel, on connections between ranks; per-message, each as a flow; usual: per-channel"
                  + " (with recovery tcp: per-message)",
              Form.word(JobConnections.values()), setup -> setup.connections(), (setup, over) -> setup.connections = over)
          .writtenWhere(setup -> !setup.flows().jobs().isEmpty()),
      ScenarioKey.of("pfc", "whether switches pause their neighbors instead of dropping packets", Form.FLAG, setup -> setup.pfc(),
          (setup, pfc) -> setup.pfc = pfc),
      StructuredKeys.PFC_PRIORITIES, StructuredKeys.PAUSE_RESPONSE,
      ScenarioKey.of("egressAlpha",
          "for lossy priorities (all, without PFC), with admission dynamic-threshold: a packet is dropped if its queue is longer"
              + " than this multiple of the free buffer",
          Form.aboveZero("egressAlpha"), setup -> setup.egressAlpha(), (setup, alpha) -> setup.egressAlpha = alpha)
          .readBy(PlainKeys::whereDropped).writtenWhere(setup -> !setup.pfc() || setup.pfcRules().hasLossy()),
      StructuredKeys.BUFFER_PROFILES, StructuredKeys.TRIM.writtenWhere(setup -> !setup.pfc()), StructuredKeys.PFC_WATCHDOG,
      StructuredKeys.ECN, StructuredKeys.CNP, StructuredKeys.ACKS, RETRANSMIT_TIMEOUT,
      ScenarioKey.of("paced", "whether flows send at the rate of their scheme; otherwise only their window limits them",
          Form.FLAG, setup -> setup.paced(), (setup, paced) -> setup.paced = paced),
      ScenarioKey.of("globalBaseRtt",
          "whether T is the longest base RTT of any two hosts; otherwise each flow uses the base RTT of its hosts", Form.FLAG,
          setup -> setup.globalBaseRtt(), (setup, global) -> setup.globalBaseRtt = global),
      ScenarioKey.of("authenticateFeedback",
          "whether receivers authenticate feedback, and senders ignore feedback without a valid MAC", Form.FLAG,
          setup -> setup.authenticateFeedback(), (setup, seal) -> setup.authenticateFeedback = seal),
      ScenarioKey.of("lossRate", "probability that a cable loses a packet; applies to cables without a loss rate in the topology",
          Form.fraction("lossRate"), setup -> setup.lossRate(), (setup, rate) -> setup.lossRate = rate),
      StructuredKeys.SAMPLE, StructuredKeys.SERIES,
      ScenarioKey.inDraft("tables", "format of the tables of results", Form.word(Scenario.Tables.values()), Scenario::tables,
          (draft, tables) -> draft.tables = tables).fixed(),
      StructuredKeys.EXTENSIONS, StructuredKeys.NAMES, StructuredKeys.TARGETS, StructuredKeys.EVENTS, RerouteKey.KEY,
      ClassesKey.KEY, SweptPlaces.KEY);

  private PlainKeys() {
  }

  private static ScenarioKey.Reader whereDropped(ScenarioKey.Reader reader) {
    return (value, reading) -> {
      boolean allPause = reading.setup().pfc && !reading.setup().pfcRules.hasLossy();
      if (allPause && !reading.isFaulty().test("pfc") && !reading.isFaulty().test("pfcPriorities")) {
        throw value.place()
            .error("egressAlpha is a drop threshold for priorities without PFC, and here every priority has PFC; set pfc: false,"
                + " or pfcPriorities");
      }
      reader.read(value, reading);
    };
  }

  private static ScenarioKey.Reader asRetransmitTimeout(ScenarioKey.Reader reader) {
    return (value, reading) -> {
      Recovery recovery = reading.setup().recovery;
      String own = recovery.ownWaits();
      boolean isOfClass = reading.isFaulty().test(Scenario.CLASSES) || reading.draft().classes.stream()
          .map(one -> one.rules().recovery()).anyMatch(ofClass -> ofClass != null && ofClass.ownWaits() == null);
      if (own != null && !isOfClass) {
        throw value.place().error("retransmitTimeout needs recovery: " + GoBackN.DEFAULT.name() + ", not " + recovery.name()
            + "; set " + recovery.name() + "(" + own + ")");
      }
      reader.read(value, reading);
      long timeoutPs = reading.setup().retransmitTimeoutPs;
      if (timeoutPs > Recovery.LONGEST_WAIT_PS) {
        throw value.place().error("retransmitTimeout of " + Units.formatTime(timeoutPs) + " is above 1000s");
      }
    };
  }
}
