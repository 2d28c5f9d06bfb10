package dev.inflight.lab.scenario.key;

import dev.inflight.lab.spec.Shape;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.event.SerialisationTime;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.setup.JobConnections;
import java.util.List;

/** The declarations of all keys but the axes, in the order in which scenarios are written. */
final class PlainKeys {
  static final List<ScenarioKey> ALL = List.of(
      ScenarioKey.inDraft("name", "what to call the scenario; the default folder of results is runs/NAME",
          new Form<>(() -> Shape.TEXT, value -> value.text(ScenarioValues::name), YamlText::quote), Scenario::name,
          (draft, name) -> draft.name = name),
      ScenarioKey.of("seed", "of every random choice; the same seed gives the same result", Form.WHOLE, setup -> setup.seed(),
          (setup, seed) -> setup.seed = seed),
      StructuredKeys.ENSEMBLE,
      ScenarioKey.of("until", "the simulation ends here at the latest, also when flows are left", Form.TIME_OR_UNLIMITED,
          setup -> setup.untilPs(), (setup, ps) -> setup.untilPs = ps),
      StructuredKeys.UNFINISHED,
      ScenarioKey.of("payload", "payload of a full packet",
          Form.size(Framing.LARGEST_PAYLOAD_BYTES).writtenAs(bytes -> bytes + "B"), setup -> (long) setup.payloadBytes(),
          (setup, bytes) -> setup.payloadBytes = bytes.intValue()),
      ScenarioKey.of("buffer", "shared buffer of each switch", Form.size(Scenario.MAX_BUFFER_BYTES), setup -> setup.bufferBytes(),
          (setup, bytes) -> setup.bufferBytes = bytes),
      ScenarioKey.of("framing", "sizes of packets, with all their headers", Form.word(Framing.values()), setup -> setup.framing(),
          (setup, framing) -> setup.framing = framing),
      ScenarioKey.of("clock", "arithmetic of times: exact, or that of the HPCC authors' simulator",
          Form.word(SerialisationTime.values()), setup -> setup.clock(), (setup, clock) -> setup.clock = clock),
      ScenarioKey.of("ties", "order of simultaneous events", Form.word(TieOrder.values()), setup -> setup.ties(),
          (setup, ties) -> setup.ties = ties),
      ScenarioKey
          .of("connections", "over what messages of jobs go: connections of their ranks, or a flow each",
              Form.word(JobConnections.values()), setup -> setup.connections(), (setup, over) -> setup.connections = over)
          .writtenWhere(setup -> !setup.flows().jobs().isEmpty()),
      ScenarioKey.of("pfc", "whether switches pause their neighbours before they drop", Form.FLAG, setup -> setup.pfc(),
          (setup, pfc) -> setup.pfc = pfc),
      StructuredKeys.PFC_PRIORITIES, StructuredKeys.PAUSE_RESPONSE,
      ScenarioKey
          .of("egressAlpha", "of what is dropped: a packet is when its queue is longer than this many times the free buffer",
              Form.aboveZero("egressAlpha"), setup -> setup.egressAlpha(), (setup, alpha) -> setup.egressAlpha = alpha)
          .readBy(PlainKeys::whereDropped).writtenWhere(setup -> !setup.pfc() || setup.pfcRules().hasLossy()),
      StructuredKeys.TRIM.writtenWhere(setup -> !setup.pfc()), StructuredKeys.PFC_WATCHDOG, StructuredKeys.ECN,
      StructuredKeys.CNP, StructuredKeys.ACKS,
      ScenarioKey
          .of("retransmitTimeout", "with go-back-n: how long without an acknowledgement until a retransmission", Form.TIME,
              setup -> setup.retransmitTimeoutPs(), (setup, ps) -> setup.retransmitTimeoutPs = ps)
          .readBy(PlainKeys::asRetransmitTimeout).writtenWhere(setup -> setup.recovery().ownWaits() == null),
      ScenarioKey.of("paced", "whether flows send at the rate of their scheme; else only their window limits them", Form.FLAG,
          setup -> setup.paced(), (setup, paced) -> setup.paced = paced),
      ScenarioKey.of("globalBaseRtt", "whether T is the longest base RTT of any two hosts; else that of each flow's own pair",
          Form.FLAG, setup -> setup.globalBaseRtt(), (setup, global) -> setup.globalBaseRtt = global),
      ScenarioKey.of("authenticateFeedback", "whether receivers seal what they send back of it", Form.FLAG,
          setup -> setup.authenticateFeedback(), (setup, seal) -> setup.authenticateFeedback = seal),
      ScenarioKey.of("lossRate", "probability that a cable loses a packet", Form
          .fraction("lossRate"), setup -> setup.lossRate(), (setup, rate) -> setup.lossRate = rate),
      StructuredKeys.SAMPLE, StructuredKeys.SERIES,
      ScenarioKey.inDraft("tables", "how the tables of results are kept", Form.word(Scenario.Tables.values()), Scenario::tables,
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
            .error("egressAlpha is the threshold above which switches drop what PFC does not pause; set pfc: false,"
                + " or pfcPriorities");
      }
      reader.read(value, reading);
    };
  }

  private static ScenarioKey.Reader asRetransmitTimeout(ScenarioKey.Reader reader) {
    return (value, reading) -> {
      Recovery recovery = reading.setup().recovery;
      String own = recovery.ownWaits();
      if (own != null) {
        throw value.place().error("recovery " + recovery.name() + " has waits of its own, and retransmitTimeout is that of "
            + GoBackN.DEFAULT.name() + "; set " + recovery.name() + "(" + own + ")");
      }
      reader.read(value, reading);
      long timeoutPs = reading.setup().retransmitTimeoutPs;
      if (timeoutPs > Recovery.LONGEST_WAIT_PS) {
        throw value.place().error("retransmitTimeout of " + Units.formatTime(timeoutPs) + " is above 1000s");
      }
    };
  }
}
