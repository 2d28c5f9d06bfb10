package dev.inflight.lab.kind;

import dev.inflight.lab.cables.format.CableFormat;
import dev.inflight.lab.files.flow.FlowCsv;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Kinds of files that scenarios name, recognized by their first bytes. */
public enum FileKind {
  TOPOLOGY("a topology file of the HPCC authors' simulator or one of its forks"), HTSIM_TOPOLOGY("a topology file of htsim"),
  CABLES("a list of a fabric's cables"), FLOWS("a flow file of the HPCC authors' simulator or one of its forks"),
  SIZES("a cumulative distribution of flow sizes"), AICB("a workload of AICB and SimAI"), GOAL("a GOAL schedule"),
  MATRIX("a connection matrix of htsim"), CHAKRA("an execution trace of Chakra");

  private static final String AICB_POLICY = "MICRO|DATA|MODEL|(HYBRID|TRANSFORMER)(_[A-Z_]+)?|DISTRIBUTED_INFERENCE";

  private static final int LEAST_LAYER_COLUMNS = 12;
  private static final int LEAST_FLOW_COLUMNS = 4;
  private static final int MOST_FLOW_COLUMNS = 8;
  private static final int MOST_PERCENT = 100;

  /** Common name of such files. */
  private final String meaning;

  FileKind(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String toString() {
    return meaning;
  }

  /** Reports whether the kind is a topology. */
  public boolean isTopology() {
    return this == TOPOLOGY || this == HTSIM_TOPOLOGY || this == CABLES;
  }

  /** Returns the kind of a file with these first bytes; empty for a scenario, a configuration or an unknown kind. */
  static Optional<FileKind> of(FileHead head) {
    if (head.isBinary()) {
      return head.isBinaryGoal() ? Optional.of(GOAL) : head.isChakra() ? Optional.of(CHAKRA) : Optional.empty();
    }
    if (head.isChakra()) {
      return Optional.of(CHAKRA);
    }
    List<List<String>> lines = head.lines();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    return numbers(lines).or(() -> words(head, lines))
        .or(() -> FlowCsv.mayBegin(head.firstLine()) ? Optional.of(FLOWS) : Optional.empty())
        .or(() -> head.isForeignTrace() ? Optional.empty() : CableFormat.of("", head.text()).map(_ -> CABLES));
  }

  private static Optional<FileKind> words(FileHead head, List<List<String>> lines) {
    if (head.withoutComments().startsWith("num_ranks")) {
      return Optional.of(GOAL);
    }
    boolean counted = lines.size() > 1 && lines.get(1).size() == 1 && isWhole(lines.get(1).getFirst());
    if (counted && (lines.getFirst().getFirst().matches(AICB_POLICY) || lines.size() > 2 && isLayer(lines.get(2)))) {
      return Optional.of(AICB);
    }
    boolean cables = lines.stream().anyMatch(line -> isOneOf(line.getFirst(), "Tiers", "Podsize") && hasNumber(line));
    if (cables && lines.stream().anyMatch(line -> isOneOf(line.getFirst(), "Nodes", "Tier") && hasNumber(line))) {
      return Optional.of(HTSIM_TOPOLOGY);
    }
    boolean connections = lines.stream().anyMatch(line -> line.getFirst().equals("Connections") && hasNumber(line));
    return connections && hasNumber(lines.getFirst()) && isOneOf(lines.getFirst().getFirst(), "Nodes", "Connections")
        ? Optional.of(MATRIX)
        : Optional.empty();
  }

  /**
   * Reports whether a line has a name, a number, and three times a time, a collective and its bytes, as astra-sim's workloads.
   */
  private static boolean isLayer(List<String> line) {
    return line.size() >= LEAST_LAYER_COLUMNS && line.get(1).matches("-?\\d{1,9}") && Stream.of(2, 5, 8)
        .allMatch(at -> isWhole(line.get(at)) && line.get(at + 1).matches("[A-Z_]+") && isWhole(line.get(at + 2)));
  }

  /** Kind of a file that starts with a line of numbers; no scenario does. */
  private static Optional<FileKind> numbers(List<List<String>> lines) {
    List<String> first = lines.getFirst();
    if (!isReal(first.getFirst())) {
      return Optional.empty();
    }
    List<String> second = lines.size() > 1 ? lines.get(1) : List.of();
    if (first.size() == 1) {
      return isWhole(first.getFirst()) && second.size() >= LEAST_FLOW_COLUMNS && second.size() <= MOST_FLOW_COLUMNS
          && second.subList(0, 3).stream().allMatch(FileKind::isWhole) ? Optional.of(FLOWS) : ofSizes(second, 2);
    }
    boolean counts = first.size() >= 3 && first.subList(0, 3).stream().allMatch(FileKind::isWhole);
    if (counts && !second.isEmpty() && number(first.get(0)) > number(first.get(1)) && isPartOf(second, number(first.get(0)))) {
      return Optional.of(TOPOLOGY);
    }
    return first.stream().allMatch(FileKind::isReal) ? ofSizes(second, first.size()) : Optional.empty();
  }

  /** Reports whether a line lists some of these nodes, or is a cable between two. */
  private static boolean isPartOf(List<String> line, long nodes) {
    boolean cable = line.size() >= 4 && isWhole(line.get(0)) && isWhole(line.get(1)) && line.get(2).matches(".*[a-zA-Z].*");
    return cable || line.stream().allMatch(word -> isWhole(word) && number(word) < nodes);
  }

  private static Optional<FileKind> ofSizes(List<String> line, int values) {
    return (values == 2 || values == 3) && line.size() == values && line.stream().allMatch(FileKind::isReal)
        && Double.parseDouble(line.getLast()) <= MOST_PERCENT ? Optional.of(SIZES) : Optional.empty();
  }

  private static boolean isOneOf(String word, String one, String other) {
    return word.equalsIgnoreCase(one) || word.equalsIgnoreCase(other);
  }

  private static boolean hasNumber(List<String> line) {
    return line.size() == 2 && isWhole(line.get(1));
  }

  private static boolean isWhole(String word) {
    return word.matches("\\d{1,18}");
  }

  private static boolean isReal(String word) {
    return word.matches("\\d++\\.?+\\d*+([eE][+-]?+\\d++)?+|\\.\\d++");
  }

  private static long number(String word) {
    return Long.parseLong(word);
  }
}
