package dev.inflight.lab.advice;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.workload.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Schemes of a scenario's flows: its own and its classes'. Advice for a scheme applies to the flows that use it, if any do. */
final class SchemesInUse {
  private final List<FlowClass> all;
  /** Numbers of the classes that have flows, 0 for flows without a class; only 0 where there are no flows. */
  private final List<Integer> used;

  SchemesInUse(Setup setup) {
    all = setup.flowClasses();
    FlowTable flows = setup.flows();
    var found = new TreeSet<Integer>();
    for (int row = 0; row < flows.count(); row++) {
      found.add((int) flows.flowClass(row));
    }
    used = found.isEmpty() ? List.of(0) : List.copyOf(found);
  }

  /** HPCC with the parameters that flows use; null when no flow uses it. */
  @Nullable
  Hpcc hpcc() {
    for (int number : used) {
      if (all.get(number).scheme() instanceof Hpcc hpcc) {
        return hpcc;
      }
    }
    return null;
  }

  /** Reports whether advice for a scheme applies to flows of a class: the class uses that scheme, or no flow does. */
  boolean isFor(Scheme scheme, int flowClass) {
    boolean any = used.stream().anyMatch(number -> isOf(scheme, number));
    return !any || isOf(scheme, flowClass);
  }

  private boolean isOf(Scheme scheme, int number) {
    return all.get(number).scheme().name().equals(scheme.name());
  }

  /** Keys that set the scheme of the flows that use it. */
  List<String> keysFor(Scheme scheme) {
    return used.stream().filter(number -> isFor(scheme, number))
        .map(number -> number == 0 ? "scheme" : "classes." + (number - 1) + ".scheme").toList();
  }

  /** Returns a sentence about the flows that advice for a scheme does not affect; empty where it affects all. */
  String leftOut(Scheme scheme) {
    var others = new ArrayList<String>();
    for (int number : used) {
      if (!isFor(scheme, number)) {
        others.add((number == 0 ? "flows of no class" : "class " + all.get(number).name()) + " ("
            + all.get(number).scheme().name() + ")");
      }
    }
    return others.isEmpty()
        ? ""
        : "N counts flows under " + scheme.name() + "; not counted: " + others.stream().collect(Collectors.joining(", "))
            + ", which also use the link";
  }
}
