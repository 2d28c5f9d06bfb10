package dev.inflight.lab.explain.job;

import dev.inflight.lab.scenario.event.EventText;
import dev.inflight.sim.change.FabricEvent;
import dev.inflight.sim.change.fault.SlowCompute;
import dev.inflight.lab.explain.route.EventsText;
import dev.inflight.lab.explain.words.Cause;
import dev.inflight.lab.print.Humanize;
import dev.inflight.lab.print.TextColumns;
import dev.inflight.lab.print.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Text and tables about a job's time that fit on a screen, however long the critical path is. */
public final class JobText {
  /** Smallest share of the job's time that merits a sentence. */
  private static final double WORTH_A_SENTENCE = 0.1;
  private static final int MOST_PLACES = 3;

  /**
   * Lengths of the tables.
   *
   * @param costs rows of the job's time by cause
   * @param pairs rows of pairs of ranks
   * @param steps rows of steps of the critical path
   */
  public record Limits(int costs, int pairs, int steps) {
    /** Limits of a screen. */
    public static final Limits OF_SCREEN = new Limits(12, 6, 8);
    /** Limits of a report. */
    public static final Limits OF_REPORT = new Limits(500, 500, 500);
  }

  private final JobExplanation of;

  private JobText(JobExplanation of) {
    this.of = of;
  }

  /** Returns the text, line by line. */
  public static List<String> lines(JobExplanation explanation) {
    var lines = new ArrayList<String>();
    lines.add(title(explanation));
    for (String sentence : reasons(explanation)) {
      lines.add("");
      lines.addAll(TextColumns.wrap(sentence, "", TextColumns.WIDTH));
    }
    for (TextTable table : List.of(costs(explanation, Limits.OF_SCREEN), pairs(explanation, Limits.OF_SCREEN),
        longest(explanation, Limits.OF_SCREEN))) {
      if (!table.rows().isEmpty()) {
        lines.add("");
        lines.addAll(table.lines());
      }
    }
    if (isCut(explanation)) {
      lines.add("");
      lines.add("./inflight report RUN --explain-job NAME has the omitted rows.");
    }
    return lines;
  }

  /** Returns the job's name and duration. */
  public static String title(JobExplanation of) {
    String job = "job " + of.job().name() + " (" + Humanize.count(of.job().program().ranks(), "rank") + ", from "
        + Humanize.time(of.startPs()) + ")";
    return of.isComplete()
        ? job + " took " + Humanize.time(of.lifePs())
        : job + " did not finish: the simulation ended " + Humanize.time(of.lifePs()) + " after its start";
  }

  /** Returns the reasons of the duration, the costliest first. */
  public static List<String> reasons(JobExplanation explanation) {
    var text = new JobText(explanation);
    var sentences = new ArrayList<String>();
    sentences.add(text.summary());
    if (!explanation.isComplete()) {
      sentences.add(text.unfinished());
    }
    Map<String, List<JobCost>> alike = new LinkedHashMap<>();
    explanation.costs().forEach(cost -> alike.computeIfAbsent(kind(cost), _ -> new ArrayList<>()).add(cost));
    alike.values().stream().filter(costs -> sumOf(costs) >= WORTH_A_SENTENCE * explanation.lifePs())
        .sorted(Comparator.comparingLong(costs -> -sumOf(costs))).map(text::sentence).forEach(sentences::add);
    sentences
        .addAll(EventsText.sentences("On the path of its messages", explanation.setup().topology(), text.eventsOfMessages()));
    return sentences;
  }

  /** Returns events that changed cables or nodes while messages on the path passed them. */
  private List<FabricEvent> eventsOfMessages() {
    Set<FabricEvent> met = of.steps().stream().map(of::time).filter(Objects::nonNull).flatMap(time -> time.events().stream())
        .collect(Collectors.toSet());
    return of.setup().events().stream().filter(met::contains).toList();
  }

  private String summary() {
    List<ChainStep> messages = of.steps().stream().filter(step -> step.kind() != ChainStep.Kind.COMPUTE).toList();
    List<ChainStep> computations = of.steps().stream().filter(step -> step.kind() == ChainStep.Kind.COMPUTE).toList();
    long waitedPs = messages.stream().mapToLong(ChainStep::waitedPs).sum();
    String end = of.steps().isEmpty()
        ? "."
        : ". It ends at " + (of.steps().getLast().kind() == ChainStep.Kind.MESSAGE
            ? "rank " + of.steps().getLast().peer()
            : "rank " + of.steps().getLast().rank()) + ".";
    return "Its critical path, in which each operation starts when the previous one ends, has " + part(messages, "message")
        + " and " + part(computations, "computation") + end
        + (waitedPs == 0
            ? ""
            : " For " + Humanize.time(waitedPs) + " of that, the receiving ranks only waited for these messages.");
  }

  private String part(List<ChainStep> steps, String what) {
    if (steps.isEmpty()) {
      return "no " + what;
    }
    return Humanize.count(steps.size(), what) + " (" + shareOf(steps.stream().mapToLong(ChainStep::ps).sum()) + ")";
  }

  private String shareOf(long ps) {
    return Humanize.time(ps) + ", " + percent(ps);
  }

  private String percent(long ps) {
    return Humanize.percent((double) ps / Math.max(1, of.lifePs()));
  }

  /** Returns the operation that a job that did not finish waits for: its last step. */
  private String unfinished() {
    if (of.steps().isEmpty()) {
      return "None of its operations has ended, and none is in progress.";
    }
    ChainStep step = of.steps().getLast();
    MessageTime time = of.time(step);
    return "It waits for "
        + (step.kind() == ChainStep.Kind.COMPUTE
            ? "the computation of rank " + step.rank()
            : "the message of rank " + step.rank() + " to rank " + step.peer() + " (flow " + step.flow() + ")")
        + ", in progress for " + Humanize.time(step.ps()) + ". "
        + (time == null ? "" : Objects.requireNonNullElse(time.unfinished(), ""));
  }

  private static long sumOf(List<JobCost> costs) {
    return costs.stream().mapToLong(cost -> cost.ps).sum();
  }

  /** Returns the kind of cost that one sentence covers: window and pace together, and all ports of a cause. */
  private static String kind(JobCost cost) {
    Cause cause = cost.cause;
    return cause == null ? cost.words() : switch (cause) {
      case WINDOW, PACE -> "were held back by their congestion control because of traffic on their paths";
      case OWN_WINDOW, OWN_PACE -> "were held back by their congestion control on a free path";
      case SENDING -> "left their NICs at line rate";
      case SLOWED -> "took longer to leave their NICs, which sent below the rates of their cables";
      case CREDIT -> "waited for credit of their receivers";
      case PAUSED -> "were paused";
      case CONNECTION_BUSY -> "waited behind other messages of their connections";
      case NIC_BUSY -> "waited while NICs sent other packets of their hosts";
      case NIC_ENGINE -> "waited for a scheduling engine of their NICs";
      case LINK_DOWN -> "had no route, because a cable was down";
      case LOSS_WAIT -> "waited after losses";
      case RETRANSMISSION -> "were retransmitted after losses";
      case TIMEOUT -> "waited for retransmission timeouts";
      case LAST_QUEUE -> "had their last packet in a queue";
      case LAST_ACK -> "had their last acknowledgement in a queue";
      case LAST_WAY -> "had their last packet in flight, without queues";
      case LATE_ACKS -> "had full windows because their acknowledgements waited";
    };
  }

  private String sentence(List<JobCost> costs) {
    JobCost first = costs.getFirst();
    String time = "For " + shareOf(sumOf(costs)) + " of its time, ";
    if (first.cause == null) {
      return time + (first.isComputing
          ? "a rank computed: " + ranks() + "." + stragglers()
          : Humanize.count(first.steps, "message") + " were in flight that are short, and were not traced.");
    }
    List<JobCost> shown = costs.stream().filter(cost -> !cost.where.isEmpty()).limit(MOST_PLACES).toList();
    String places = shown.stream().map(this::place).collect(Collectors.joining("; "));
    Set<FabricEvent> causes = shown.stream().flatMap(cost -> cost.events.stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
    return time + "messages " + kind(first) + (places.isEmpty() ? "." : ": " + places + ".")
        + EventsText.causes(of.setup().topology(), causes);
  }

  /** Returns a port, the time that messages waited there, and the others there. */
  private String place(JobCost cost) {
    String others = cost.others(of.job().name());
    return cost.where + ", " + Humanize.time(cost.ps)
        + (cost.cause == Cause.PACE || cost.cause == Cause.OWN_PACE ? " by their pace" : "")
        + (cost.cause == Cause.WINDOW || cost.cause == Cause.OWN_WINDOW ? " by their windows" : "")
        + (others.isEmpty()
            ? ""
            : " (bytes there: " + others.replace("of this job", "of other messages of this job") + ", " + cost.rest() + ")")
        + (cost.pauseRoot().isEmpty() ? "" : ", most pauses with their root in the queue of " + cost.pauseRoot());
  }

  /** Returns sentences about events that slowed computations on the path; empty without any. */
  private String stragglers() {
    return of.setup().events().stream()
        .filter(event -> event instanceof SlowCompute slow && of.steps().stream()
            .anyMatch(step -> step.kind() == ChainStep.Kind.COMPUTE && of.job().hostOf(step.rank()) == slow.node()
                && step.fromPs() < slow.untilPs() && step.toPs() > slow.atPs()))
        .map(event -> " Cause: " + EventText.sentence(event, of.setup().topology()) + ".").collect(Collectors.joining());
  }

  /** Returns the ranks with the longest computations. */
  private String ranks() {
    Map<Integer, Long> sums = new LinkedHashMap<>();
    of.steps().stream().filter(step -> step.kind() == ChainStep.Kind.COMPUTE)
        .forEach(step -> sums.merge(step.rank(), step.ps(), Long::sum));
    List<Map.Entry<Integer, Long>> most = sums.entrySet().stream().sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
        .limit(3).toList();
    return String.join(", ", most.stream().map(one -> "rank " + one.getKey() + " for " + Humanize.time(one.getValue())).toList())
        + (sums.size() > most.size() ? " and " + (sums.size() - most.size()) + " more" : "");
  }

  /** Returns a table of the job's time by cause. */
  public static TextTable costs(JobExplanation of, Limits limits) {
    var text = new JobText(of);
    var rows = new ArrayList<List<String>>();
    of.costs().stream().limit(limits.costs).forEach(cost -> rows.add(List.of(Humanize.time(cost.ps), text.percent(cost.ps),
        cost.words(), Humanize.count(cost.steps), cost.where, cost.others(of.job().name()))));
    long restPs = of.costs().stream().skip(limits.costs).mapToLong(cost -> cost.ps).sum();
    if (restPs > 0) {
      rows.add(List.of(Humanize.time(restPs), text.percent(restPs),
          Humanize.count(of.costs().size() - limits.costs, "smaller row"), "", "", ""));
    }
    return new TextTable(List.of("time", "share", "what", "steps", "where", "others there"), rows);
  }

  /** Reports whether a table on the screen omits rows. */
  private static boolean isCut(JobExplanation of) {
    Limits screen = Limits.OF_SCREEN;
    return of.costs().size() > screen.costs || of.steps().size() > screen.steps || byPair(of).size() > screen.pairs;
  }

  private static Map<String, List<ChainStep>> byPair(JobExplanation of) {
    Map<String, List<ChainStep>> pairs = new LinkedHashMap<>();
    of.steps().stream().filter(step -> step.kind() != ChainStep.Kind.COMPUTE)
        .forEach(step -> pairs.computeIfAbsent(step.waits(), _ -> new ArrayList<>()).add(step));
    return pairs;
  }

  /** Returns a table of pairs of ranks: the rank that waited, and the rank with messages that it waited for. */
  public static TextTable pairs(JobExplanation of, Limits limits) {
    var text = new JobText(of);
    Map<String, List<ChainStep>> pairs = byPair(of);
    var rows = new ArrayList<List<String>>();
    pairs.entrySet().stream().sorted(Comparator.comparingLong(pair -> -sum(pair.getValue()))).limit(limits.pairs)
        .forEach(pair -> {
          int flow = pair.getValue().getFirst().flow();
          rows.add(
              List.of(pair.getKey(), of.names().way(flow), Humanize.count(pair.getValue().size()),
                  Humanize.time(sum(pair.getValue())), text.percent(sum(pair.getValue()))));
        });
    if (pairs.size() > limits.pairs) {
      rows.add(List.of(Humanize.count(pairs.size() - limits.pairs, "more pair"), "", "", "", ""));
    }
    return new TextTable(List.of("waiting ranks", "way", "messages", "time", "share"), rows);
  }

  private static long sum(List<ChainStep> steps) {
    return steps.stream().mapToLong(ChainStep::ps).sum();
  }

  /** Returns a table of the longest steps, in order of time. */
  public static TextTable longest(JobExplanation of, Limits limits) {
    List<ChainStep> steps = of.steps().stream().sorted(Comparator.comparingLong(ChainStep::ps).reversed()).limit(limits.steps)
        .sorted(Comparator.comparingLong(ChainStep::fromPs)).toList();
    var rows = new ArrayList<List<String>>();
    steps
        .forEach(step -> rows.add(List.of(Humanize.time(step.fromPs()), Humanize.time(step.ps()), name(step), mostly(of, step))));
    if (of.steps().size() > limits.steps) {
      rows.add(List.of("", "", Humanize.count(of.steps().size() - limits.steps, "shorter step"), ""));
    }
    return new TextTable(List.of("from", "took", "longest steps", "mostly"), rows);
  }

  /** Returns the name of a step. */
  public static String name(ChainStep step) {
    return switch (step.kind()) {
      case COMPUTE -> "rank " + step.rank() + " computes";
      case MESSAGE -> "rank " + step.rank() + " to rank " + step.peer() + ", flow " + step.flow();
      case ACKNOWLEDGED -> "rank " + step.rank() + " to rank " + step.peer() + " and back, flow " + step.flow();
    };
  }

  /** Returns the largest part of a step's time; empty where the step's name contains it. */
  public static String mostly(JobExplanation of, ChainStep step) {
    MessageTime time = of.time(step);
    MessageTime.Part most = time == null ? null : time.most();
    return most == null
        ? ""
        : Humanize.percent((double) most.ps() / step.ps()) + " " + JobCost.words(most.cause())
            + (most.where().isEmpty() ? "" : ", " + most.where());
  }
}
