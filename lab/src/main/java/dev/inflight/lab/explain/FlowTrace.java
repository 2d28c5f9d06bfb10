package dev.inflight.lab.explain;

import dev.inflight.lab.explain.pause.PauseLog;
import dev.inflight.lab.explain.words.FlowNames;
import dev.inflight.lab.explain.words.PortPhrases;
import dev.inflight.lab.trace.TraceFile;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.record.FlowResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Trace of a flow: its time by cause, its window, the ports of its path with their pauses, and the other flows there. */
final class FlowTrace {
  /** Largest number of tracks of other flows, those with the most bytes. */
  private static final int MOST_OTHERS = 40;

  private record Part(Ledger.Entry entry, long fromPs, long toPs) {
  }

  private record Value(String counter, String unit, @Nullable PathPort at, long atPs, long value) {
  }

  private final List<Part> parts = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final Map<Integer, FlowResult> finished = new HashMap<>();

  void part(Ledger.Entry entry, long fromPs, long ps) {
    Part last = parts.isEmpty() ? null : parts.getLast();
    if (last != null && last.entry.equals(entry) && last.toPs == fromPs) {
      parts.set(parts.size() - 1, new Part(entry, last.fromPs, fromPs + ps));
    } else {
      parts.add(new Part(entry, fromPs, fromPs + ps));
    }
  }

  void value(String counter, String unit, @Nullable PathPort at, long atPs, long value) {
    values.add(new Value(counter, unit, at, atPs, value));
  }

  void finished(FlowResult flow) {
    finished.put(flow.id(), flow);
  }

  void write(OutputStream out, Explanation of) throws IOException {
    var trace = new TraceFile(out);
    Topology topology = of.setup().topology();
    FlowNames names = of.names();
    long endPs = of.startPs() + of.lifePs();
    long flow = trace.track(0, names.name(of.flow()));
    long kept = trace.track(flow, "what its time went to");
    Map<PathPort, Long> ports = new HashMap<>();
    var arrows = new Arrows(of);
    for (PathPort port : of.path()) {
      ports.put(port, trace.track(0, PortPhrases.name(topology, port.port)));
    }
    for (PathPort port : of.path()) {
      long paused = trace.track(track(ports, port), "paused");
      int number = 0;
      for (PauseLog.Pause pause : port.allPauses()) {
        trace.slice(paused, "paused", pause.fromPs(), pause.untilPs(), List.of(arrows.ofPause(port, number++)));
      }
    }
    List<Integer> others = arrows.others(MOST_OTHERS);
    long group = trace.track(0, "other flows at these ports");
    for (int other : others) {
      FlowResult result = finished.get(other);
      long until = result == null ? endPs : Math.min(endPs, result.startPs() + result.fctPs());
      trace.slice(trace.track(group, names.name(other)), "under way", names.startPs(other), Math.max(until, names.startPs(other)),
          List.of(arrows.ofFlow(other)));
    }
    var notYet = new ArrayList<>(others);
    for (Part part : parts) {
      PathPort at = part.entry.at();
      String name = part.entry.cause().words() + (at == null ? "" : ": " + PortPhrases.name(topology, at.port));
      trace.slice(kept, name, part.fromPs, part.toPs, arrows.into(part.entry, part.fromPs, part.toPs, notYet));
    }
    for (Value value : values) {
      long parent = value.at == null ? flow : track(ports, value.at);
      trace.value(trace.counter(parent, value.counter, value.unit), value.atPs, value.value);
    }
  }

  private static long track(Map<PathPort, Long> ports, PathPort port) {
    return ports.getOrDefault(port, 0L);
  }
}
