package dev.inflight.lab.result.event;

import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.change.FabricEvent;
import java.util.List;

/** Events of a run in {@code summary.json}. */
public final class EventsJson {
  /** Key of the list. */
  public static final String LIST = "fabricEvents";
  /** Key of an event's sentence. */
  public static final String SENTENCE = "sentence";
  private static final double PS_PER_SECOND = 1e12;

  /** Keys of the list, in the notation of file descriptions. */
  public static final String KEYS = """
      fabricEvents | list | | events of the scenario that began before the end, in its order; no such key without any
      fabricEvents[].sentence | text | | what happened where and when
      fabricEvents[].atSeconds | decimal | s | when it began, in simulated time
      fabricEvents[].untilSeconds | decimal or none | s | when it ended, perhaps after the run; none where it does not
      """;

  private EventsJson() {
  }

  /** Writes the list. */
  public static void write(JsonOut json, List<FabricEvent> events, Topology topology) {
    json.list(LIST);
    for (FabricEvent event : events) {
      json.item().text(SENTENCE, EventText.sentence(event, topology)).decimal("atSeconds", event.atPs() / PS_PER_SECOND)
          .decimal("untilSeconds", event.untilPs() == FabricEvent.NEVER ? null : event.untilPs() / PS_PER_SECOND).end();
    }
    json.end();
  }
}
