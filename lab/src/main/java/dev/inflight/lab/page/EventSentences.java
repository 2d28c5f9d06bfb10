package dev.inflight.lab.page;

import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.event.EventsJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sentences about the effects of events on a run's fabric, from its summary. */
public final class EventSentences {
  private EventSentences() {
  }

  /** Sentences for a summary; empty without one. */
  public static List<String> of(@Nullable SummaryFile summary) {
    var sentences = new ArrayList<String>();
    for (int at = 0; summary != null && at < summary.items(EventsJson.LIST); at++) {
      String sentence = summary.text(EventsJson.LIST + "[" + at + "]." + EventsJson.SENTENCE);
      if (sentence != null) {
        sentences.add(sentence);
      }
    }
    return sentences;
  }
}
