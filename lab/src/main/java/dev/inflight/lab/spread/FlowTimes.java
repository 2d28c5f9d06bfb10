package dev.inflight.lab.spread;

import dev.inflight.lab.compare.ComparedRun;
import dev.inflight.lab.result.FctFile;
import dev.inflight.lab.result.ResultFiles;
import dev.inflight.lab.store.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * FCTs of the same flows in several runs, such as members of an ensemble. Runs are read one after another, and only FCTs of all
 * runs are in memory together. Flows are matched by number and ends, because start times of a job's messages depend on the run.
 *
 * @param names numbers of the flows, or in runs without numbers all that distinguishes them
 * @param fctPs each flow's FCT in each member, in ps
 * @param idealFctPs each flow's ideal FCT in the first member, in ps
 * @param partial flows that only some members finished
 */
public record FlowTimes(List<String> names, List<double[]> fctPs, List<Long> idealFctPs, List<Partial> partial) {
  /**
   * Flow that only some members finished.
   *
   * @param name name as in {@link FlowTimes#names}
   * @param fctPs its FCT in each member, in ps; 0 in members that did not finish it
   */
  public record Partial(String name, double[] fctPs) {
  }

  /** Reads the flows of all members. */
  public static FlowTimes read(List<StoredRun> members) {
    Map<String, Integer> places = new HashMap<>();
    var names = new ArrayList<String>();
    var fctPs = new ArrayList<double[]>();
    var idealFctPs = new ArrayList<Long>();
    for (int member = 0; member < members.size(); member++) {
      for (FctFile.Entry flow : ComparedRun.read(flows(members.get(member).folder()), true).flows().entries()) {
        String key = flow.numbered().isEmpty() ? flow.key() : flow.numbered();
        int place = places.computeIfAbsent(key, _ -> {
          names.add(flow.numbered().isEmpty() ? key : key.substring(0, key.indexOf(' ')));
          fctPs.add(new double[members.size()]); // 0 if a member did not finish the flow
          idealFctPs.add(flow.idealFctPs());
          return fctPs.size() - 1;
        });
        fctPs.get(place)[member] = flow.fctPs();
      }
    }
    IntPredicate known = flow -> Arrays.stream(fctPs.get(flow)).allMatch(ps -> ps > 0);
    List<Integer> common = IntStream.range(0, fctPs.size()).filter(known).boxed().toList();
    return new FlowTimes(common.stream().map(names::get).toList(), common.stream().map(fctPs::get).toList(),
        common.stream().map(idealFctPs::get).toList(), IntStream.range(0, fctPs.size()).filter(known.negate())
            .mapToObj(flow -> new Partial(names.get(flow), fctPs.get(flow))).toList());
  }

  /** Number of flows that only some members finished. */
  public int leftOut() {
    return partial.size();
  }

  /** Table of flows with numbers and times in ps, even if the folder also has the authors' table. */
  private static Path flows(Path run) {
    Path table = run.resolve(ResultFiles.FLOWS.name());
    return Files.exists(table) ? table : run;
  }

  /** FCTs of all flows in a member, sorted. */
  double[] sorted(int member) {
    return fctPs.stream().mapToDouble(flow -> flow[member]).sorted().toArray();
  }

  /** Slowdowns of all flows in a member, sorted. */
  double[] slowdowns(int member) {
    return IntStream.range(0, fctPs.size()).mapToDouble(flow -> fctPs.get(flow)[member] / idealFctPs.get(flow)).sorted()
        .toArray();
  }
}
