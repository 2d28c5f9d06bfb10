package dev.inflight.sim.script;

import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.Job;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The program of ranks, step by step, without its operations: its memory grows with the steps and not with the ranks. Operations,
 * messages and collectives have the numbers that they would have if all of it were unrolled in order: step by step and, in a
 * step, piece by piece.
 */
public final class Script implements Job.Program, MessageList {
  /** A number that a step has for one of its ranks. */
  private interface OfRank {
    long of(Step step, int rank);
  }

  private record Twin(Object work, List<Integer> behind) {
  }

  private static final class Repeated {
    final Step step;
    long times;

    Repeated(Step step) {
      this.step = step;
    }
  }

  private final int ranks;
  private final Step[] steps;
  private final int[] firstOperations;
  /** Steps with messages, and the first message of each. */
  private final int[] talking;
  private final int[] firstMessages;
  private final int[] collecting;
  private final int[] firstCollectives;
  private final int[] starts;
  private final int operations;
  private final int messages;
  private final int pieces;
  private final int collectives;

  Script(int ranks, List<Step> all) {
    this.ranks = ranks;
    steps = all.toArray(Step[]::new);
    firstOperations = new int[steps.length];
    long operationCount = 0;
    long messageCount = 0;
    long pieceCount = 0;
    long collectiveCount = 0;
    for (Step step : steps) {
      firstOperations[step.number] = (int) operationCount;
      step.firstOperation = (int) operationCount;
      step.firstMessage = (int) messageCount;
      step.firstPiece = (int) pieceCount;
      step.firstCollective = (int) collectiveCount;
      operationCount += step.operations();
      messageCount += step.messages();
      pieceCount += step.pieces();
      collectiveCount += step.collectives();
      if (operationCount > Integer.MAX_VALUE - 2 || pieceCount > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("more operations of ranks than can be counted: over " + (Integer.MAX_VALUE - 2));
      }
    }
    operations = (int) operationCount;
    messages = (int) messageCount;
    pieces = (int) pieceCount;
    collectives = (int) collectiveCount;
    talking = all.stream().filter(step -> step.messages() > 0).mapToInt(Step::number).toArray();
    firstMessages = Arrays.stream(talking).map(step -> steps[step].firstMessage).toArray();
    collecting = all.stream().filter(step -> step.collectives() > 0).mapToInt(Step::number).toArray();
    firstCollectives = Arrays.stream(collecting).map(step -> steps[step].firstCollective).toArray();
    starts = all.stream().filter(Script::mayStart).mapToInt(Step::number).toArray();
  }

  private static boolean mayStart(Step step) {
    for (int place = 0; place < step.members(); place++) {
      if (step.entries(step.member(0, place)) == 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public int operations() {
    return operations;
  }

  @Override
  public int nics() {
    return 1;
  }

  @Override
  public int messages() {
    return messages;
  }

  /** Number of pieces of all steps. */
  public int pieces() {
    return pieces;
  }

  /** Number of steps, from 0 on. */
  public int steps() {
    return steps.length;
  }

  /** A step. */
  public Step step(int number) {
    return steps[number];
  }

  /** Steps with which at least some of their ranks start. */
  public int[] starts() {
    return starts.clone();
  }

  /** The step of an operation. */
  public Step stepOf(int operation) {
    return steps[before(firstOperations, operation)];
  }

  private static int before(int[] firsts, int number) {
    int found = Arrays.binarySearch(firsts, number);
    return found >= 0 ? found : -found - 2;
  }

  private Step stepOfMessage(int message) {
    return steps[talking[before(firstMessages, message)]];
  }

  @Override
  public int send(int message) {
    Step step = stepOfMessage(message);
    return step.firstOperation + step.send(message - step.firstMessage);
  }

  /** The rank that sends a message. */
  public int sender(int message) {
    Step step = stepOfMessage(message);
    return step.sender(message - step.firstMessage);
  }

  /** The rank that receives a message. */
  public int receiver(int message) {
    Step step = stepOfMessage(message);
    return step.receiver(message - step.firstMessage);
  }

  @Override
  public int source(Job job, int message) {
    return job.hostOf(sender(message));
  }

  @Override
  public int destination(Job job, int message) {
    return job.hostOf(receiver(message));
  }

  @Override
  public long sizeBytes(int message) {
    Step step = stepOfMessage(message);
    return step.sizeBytes(message - step.firstMessage);
  }

  /** Key that steps of equal work share. */
  public Object work(int step) {
    return steps[step].twin();
  }

  /**
   * Key that twins share: steps of equal work for which the same later steps wait.
   *
   * @param distance distance from the step to a follower
   */
  public Object twin(int step, IntUnaryOperator distance) {
    return new Twin(steps[step].twin(), Arrays.stream(steps[step].allFollowers()).map(distance).boxed().toList());
  }

  /** The number of the first operation of a step; for the number of steps, the number of all operations. */
  public int firstOperation(int step) {
    return step < steps.length ? steps[step].firstOperation : operations;
  }

  /** The number of the first message of a step; for the number of steps, the number of all messages. */
  public int firstMessage(int step) {
    return step < steps.length ? steps[step].firstMessage : messages;
  }

  /** The number of the first collective of a step; for the number of steps, the number of all collectives. */
  public int firstCollective(int step) {
    return step < steps.length ? steps[step].firstCollective : collectives;
  }

  /** Number of a rank's operations in a step. */
  public long operationsOf(Step step, int rank) {
    return step.operationsOf(rank);
  }

  /** Number of operations of each rank. */
  public long[] operationsByRank() {
    return byRank(Step::operationsOf);
  }

  /** Number of messages that each rank sends. */
  public long[] messagesByRank() {
    return byRank(Step::messagesFrom);
  }

  /**
   * Returns a sum over the steps of each rank. It visits the members of each step, because a search for each rank's steps would
   * take ranks times steps.
   */
  private long[] byRank(OfRank value) {
    long[] sums = new long[ranks];
    for (Repeated repeated : repeated()) {
      Step step = repeated.step;
      for (int piece = 0; piece < step.pieces(); piece++) {
        for (int place = 0; place < step.members(); place++) {
          int rank = step.member(piece, place);
          sums[rank] += repeated.times * value.of(step, rank);
        }
      }
    }
    return sums;
  }

  /** Steps with different work, in order, and their numbers of repetitions: layers of a model are mostly equal. */
  private Collection<Repeated> repeated() {
    var found = new LinkedHashMap<Object, Repeated>();
    for (Step step : steps) {
      found.computeIfAbsent(step.work(), _ -> new Repeated(step)).times++;
    }
    return found.values();
  }

  @Override
  public void forEachAlike(Job job, AlikeVisitor visitor) {
    for (Repeated repeated : repeated()) {
      repeated.step.forEachAlike(job, repeated.times, visitor);
    }
  }

  @Override
  public void forEachMessage(Job job, int firstRow, RowVisitor visitor) {
    for (int at : talking) {
      steps[at].forEachMessage(job, firstRow + steps[at].firstMessage, visitor);
    }
  }

  /** Number of collectives, from 0 on. */
  public int collectives() {
    return collectives;
  }

  /** A collective. */
  public Collective collective(int number) {
    CollectiveStep step = stepOfCollective(number);
    return step.collective(number - step.firstCollective);
  }

  /** Number of operations of a collective. */
  public int operationsOfCollective(int number) {
    CollectiveStep step = stepOfCollective(number);
    return step.operationsOfCollective(number - step.firstCollective);
  }

  /** The collective of a piece of a step; -1 for none. */
  public int collectiveOf(Step step, int piece) {
    return step.collectives() == 0 ? -1 : step.firstCollective + piece;
  }

  private CollectiveStep stepOfCollective(int number) {
    return (CollectiveStep) steps[collecting[before(firstCollectives, number)]];
  }

  /** Text that distinguishes a step from others, and names the steps that it waits for. */
  public String description(int step) {
    return steps[step].description() + ' ' + Arrays.toString(steps[step].allFollowers());
  }
}
