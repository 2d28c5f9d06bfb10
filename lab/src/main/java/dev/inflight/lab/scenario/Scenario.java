package dev.inflight.lab.scenario;

import dev.inflight.lab.ensemble.EnsembleMember;
import dev.inflight.lab.files.InFile;
import dev.inflight.lab.graph.TraceFlows;
import dev.inflight.lab.print.TooLittleMemory;
import dev.inflight.lab.read.Faults;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.KeyLocations;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Stages;
import dev.inflight.lab.scenario.names.NodeNaming;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.fidelity.FullFidelity;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Validated scenario to simulate.
 *
 * @param source file of the scenario, as the user wrote it
 * @param name name of the scenario
 * @param topology generator of {@code setup.topology}
 * @param workloads generators of flows without a class in {@code setup.flows}
 * @param classes classes of flows, and the generators of their flows
 * @param names names of nodes in addition to the topology's
 * @param ensemble member of an ensemble; {@code setup.topology} has this member's cables
 * @param setup input of the simulator
 * @param tables format of the results' tables
 * @param expected targets and expected state of a run
 * @param warnings likely mistakes of its author, each a sentence with its place
 * @param notes choices by documented rules, such as the place of a file; each a sentence with its place
 */
public record Scenario(Path source, String name, TopologyGenerator topology, List<Workload> workloads, List<ClassOfFlows> classes,
    NodeNaming names, EnsembleMember ensemble, Setup setup, Tables tables, Expectations expected, List<String> warnings,
    List<String> notes) {
  /** Formats of a run's tables. */
  public enum Tables {
    /** Comma-separated values. */
    CSV,
    /** Apache Parquet. */
    PARQUET
  }

  /**
   * Flows with their own scheme and telemetry.
   *
   * @param rules rules of the class for the simulator
   * @param priority priority of all its flows; 0: each workload has its own
   * @param workloads generators of the flows
   */
  public record ClassOfFlows(FlowClass rules, int priority, List<Workload> workloads) {
    /** Copies the list. */
    public ClassOfFlows {
      workloads = List.copyOf(workloads);
    }
  }

  /** Maximum buffer: the fabric counts its bytes in 32 bits. */
  public static final long MAX_BUFFER_BYTES = Integer.MAX_VALUE;
  /** Key of flow classes. */
  public static final String CLASSES = "classes";
  /** Key of a class's priority, and parameter of a workload's. */
  public static final String PRIORITY = "priority";

  /**
   * Builds topology and flows, and checks that all parts fit together.
   *
   * @param source file of the scenario
   * @param draft values of the scenario
   * @param places places of the values
   * @param faults errors so far; further errors are added in the order of lines, as far as they can be found
   * @param isFaulty returns true for keys with unreadable values, so that errors due to their defaults are meaningless
   * @throws dev.inflight.lab.read.InputError if there is any error
   */
  public static Scenario assemble(Path source, Draft draft, KeyLocations places, Faults faults, Predicate<String> isFaulty) {
    boolean isRead = faults.isEmpty();
    SetupBuilder values = draft.setup;
    TopologyGenerator topology = draft.topology;
    Stages.enter("building the topology");
    boolean isBuilt = topology != null && !isFaulty.test("topology")
        && faults.collect(() -> values.topology = places.of("topology").check(draft::built));
    if (!isBuilt) {
      requireFiles(draft, places, faults);
      throwAll(faults, places);
      Objects.requireNonNull(topology);
    }
    if (isFaulty.test(CLASSES)) {
      draft.classes.clear(); // some are missing, and the numbers of the others would be wrong
    }
    draft.classes.forEach(flows -> values.classes.add(flows.rules));
    var warnings = new ArrayList<String>();
    Stages.enter("reading the workload");
    boolean hasFlows = !isFaulty.test("flows") && (isRead || !draft.workloads.isEmpty() || !draft.classes.isEmpty());
    if (hasFlows) {
      int before = faults.count();
      FlowTable flows = flows(draft, places, faults, warnings);
      hasFlows = faults.count() == before;
      values.flows = hasFlows ? flows : new FlowTable();
    }
    if (!places.isConfiguration()) { // it has its own thresholds, or intentionally none
      EcnDefaults.fill(values);
    }
    values.topology = draft.ensemble.of(values.topology, values.seed); // after the workload, which is the same for all members
    Stages.enter("searching paths");
    Setup setup = values.build();
    ScenarioCheck.check(setup, places, faults, new ScenarioCheck.Known(isRead, hasFlows, isFaulty));
    throwAll(faults, places);
    String name = draft.name == null ? nameOf(source) : draft.name;
    return new Scenario(source, name, Objects.requireNonNull(topology), List.copyOf(draft.workloads), List.copyOf(draft.classes),
        draft.names, draft.ensemble, setup, draft.tables, draft.expected,
        Stream.concat(warnings.stream(), ScenarioWarnings.of(setup, places).stream()).toList(), List.of());
  }

  private static void throwAll(Faults faults, KeyLocations places) {
    faults.sortByLine(places.whole());
    faults.throwIfAny();
  }

  /** Checks files of workloads: they cannot be read without a topology, but their existence can be checked. */
  private static void requireFiles(Draft draft, KeyLocations places, Faults faults) {
    for (int at = 0; at < draft.workloads.size(); at++) {
      requireFile(draft.workloads.get(at), places.of("flows", at), faults);
    }
    for (int at = 0; at < draft.classes.size(); at++) {
      SourceLocation place = places.of(CLASSES, at);
      draft.classes.get(at).workloads.forEach(workload -> requireFile(workload, place, faults));
    }
  }

  private static void requireFile(Workload workload, SourceLocation place, Faults faults) {
    if (workload instanceof InFile<?> file) {
      faults.collect(() -> place.check(() -> {
        file.requireFile();
        return file;
      }));
    }
  }

  private static FlowTable flows(Draft draft, KeyLocations places, Faults faults, List<String> warnings) {
    var flows = new FlowTable(TooLittleMemory::checkFlows);
    int before = faults.count();
    var order = new JobOrder(draft.workloads);
    for (int at = 0; at < draft.workloads.size(); at++) {
      SourceLocation entry = places.of("flows", at);
      if (order.isReported(at)) {
        continue;
      }
      Optional<String> fault = order.fault(at);
      if (fault.isPresent()) {
        faults.add(entry.error(fault.get()));
        continue;
      }
      add(draft.workloads.get(at), flows, draft.setup, places.of("flows", at), faults, warnings);
    }
    for (int at = 0; at < draft.classes.size() && faults.count() == before; at++) {
      ClassOfFlows of = draft.classes.get(at);
      int first = flows.count();
      SourceLocation place = places.of(CLASSES, at);
      for (Workload workload : of.workloads) {
        add(workload, flows, draft.setup, place, faults, warnings);
      }
      if (faults.count() == before) {
        if (flows.count() == first) {
          faults.add(place.error("class " + of.rules.name() + " has no flows; at least one flow must result"));
        } else {
          flows.classify(first, at + 1, of.priority);
        }
      }
    }
    return faults.count() == before ? flows.sortedByStart() : flows;
  }

  private static void add(Workload workload, FlowTable flows, SetupBuilder values, SourceLocation place, Faults faults,
      List<String> warnings) {
    faults.collect(() -> place.check(() -> {
      int before = flows.count();
      workload.addTo(flows, values.topology, values.seed);
      if (workload instanceof TraceFlows trace) {
        trace.doubt(flows, before).ifPresent(doubt -> warnings.add(place + ": " + doubt));
      }
      return flows;
    }));
  }

  /** Returns the scenario with more warnings before its own. */
  public Scenario withWarnings(List<String> more) {
    return more.isEmpty()
        ? this
        : new Scenario(source, name, topology, workloads, classes, names, ensemble, setup, tables, expected,
            Stream.concat(more.stream(), warnings.stream()).toList(), notes);
  }

  /** Returns the scenario with more notes after its own. */
  public Scenario withNotes(List<String> more) {
    return new Scenario(source, name, topology, workloads, classes, names, ensemble, setup, tables, expected, warnings,
        Stream.concat(notes.stream(), more.stream()).toList());
  }

  /** Returns the scenario with full fidelity. The reason becomes a note if the fidelity changes. */
  public Scenario simulatedInFull(String why) {
    if (setup.fidelity().error() == 0) {
      return this;
    }
    Setup full = setup.with(changed -> changed.fidelity = FullFidelity.DEFAULT);
    return new Scenario(source, name, topology, workloads, classes, names, ensemble, full, tables, expected, warnings, notes)
        .withNotes(List.of("fidelity is full here, as " + why));
  }

  /** Returns the scenario with more targets. */
  public Scenario withTargets(List<Expectations.Written> more) {
    return more.isEmpty()
        ? this
        : new Scenario(source, name, topology, workloads, classes, names, ensemble, setup, tables, expected.and(more), warnings,
            notes);
  }

  /**
   * Rejects a scenario with warnings.
   *
   * @throws InputError with a line for each warning
   */
  public void requireNoWarnings() {
    if (!warnings.isEmpty()) {
      throw InputError.of(warnings.stream().map(InputError::new).toList());
    }
  }

  /** Returns the default name of a scenario: its file's name, or its folder's if that is more specific. */
  public static String nameOf(Path path) {
    if (InputText.isPipe(path)) {
      return "stdin";
    }
    Path absolute = path.toAbsolutePath().normalize();
    String file = String.valueOf(absolute.getFileName());
    Path folder = absolute.getParent();
    if (file.toLowerCase(Locale.ROOT).equals("config.txt") && folder != null && folder.getFileName() != null) {
      return folder.getFileName().toString();
    }
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
