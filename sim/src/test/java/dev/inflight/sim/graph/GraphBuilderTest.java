package dev.inflight.sim.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Graphs that can be built, and reports of those that cannot. */
class GraphBuilderTest {
  private static OperationGraph built(GraphBuilder graph) {
    return graph.build(operation -> "op " + operation);
  }

  private static void refused(ThrowingCallable what, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(what).withMessage(sentence);
  }

  /** A message goes by channel 0 if none is set; channels of others do not change that. */
  @Test
  void messagesHaveChannels() {
    var graph = new GraphBuilder(2);
    int first = graph.message(0, 1, 10);
    int second = graph.send(0, 1, 20, 7);
    graph.receive(1, 0, 20, 7);
    int third = graph.message(1, 0, 10);
    graph.channel(second, 63);
    OperationGraph built = built(graph);
    assertThat(built.channel(first)).isZero();
    assertThat(built.channel(second)).isEqualTo(63);
    assertThat(built.channel(third)).isZero();
    refused(() -> graph.channel(first, 64), "channel 64 is outside 0 to 63");
  }

  /** Tags and ranks distinguish messages; if both are the same, the order does. */
  @Test
  void sendsFindTheirReceives() {
    var graph = new GraphBuilder(3);
    int first = graph.send(0, 1, 10, 7);
    int second = graph.send(0, 1, 20, 7);
    int other = graph.send(0, 1, 30, 8);
    int back = graph.receive(0, 1, 40, 7);
    int takesOther = graph.receive(1, 0, 30, 8);
    int takesFirst = graph.receive(1, 0, 10, 7);
    int takesSecond = graph.receive(1, 0, 20, 7);
    int sendsBack = graph.send(1, 0, 40, 7);
    OperationGraph built = built(graph);
    assertThat(built.partner(first)).isEqualTo(takesFirst);
    assertThat(built.partner(second)).isEqualTo(takesSecond);
    assertThat(built.partner(other)).isEqualTo(takesOther);
    assertThat(built.partner(back)).isEqualTo(sendsBack);
    assertThat(built.partner(sendsBack)).isEqualTo(back);
  }

  /** Compared with lists, over many random orders of sends and receives. */
  @Test
  void matchesAsListsDo() {
    var random = new SplittableRandom(1);
    for (int time = 0; time < 200; time++) {
      var graph = new GraphBuilder(4);
      var open = new ArrayList<int[]>(); // from, to, tag, operation
      var pairs = new ArrayList<int[]>();
      int[] owed = new int[64];
      for (int i = 0; i < 60; i++) {
        int from = random.nextInt(4);
        int to = (from + 1 + random.nextInt(3)) % 4;
        int tag = random.nextInt(4);
        int key = (from * 4 + to) * 4 + tag;
        boolean isSend = owed[key] > 0 || owed[key] == 0 && random.nextBoolean();
        addAndPair(graph, open, pairs, new int[] {from, to, tag}, isSend);
        owed[key] += isSend ? 1 : -1;
      }
      for (int key = 0; key < owed.length; key++) {
        int[] message = {key / 16, key / 4 % 4, key % 4};
        for (; owed[key] != 0; owed[key] += owed[key] > 0 ? -1 : 1) {
          addAndPair(graph, open, pairs, message, owed[key] < 0);
        }
      }
      OperationGraph built = built(graph);
      assertThat(pairs).hasSizeGreaterThan(29).allSatisfy(pair -> assertThat(built.partner(pair[0])).isEqualTo(pair[1]));
    }
  }

  private static void addAndPair(GraphBuilder graph, List<int[]> open, List<int[]> pairs, int[] message, boolean isSend) {
    int operation = isSend
        ? graph.send(message[0], message[1], 5, message[2])
        : graph.receive(message[1], message[0], 5, message[2]);
    for (int i = 0; i < open.size(); i++) {
      int[] waits = open.get(i);
      if (waits[0] == message[0] && waits[1] == message[1] && waits[2] == message[2] && (waits[4] == 1) != isSend) {
        open.remove(i);
        pairs.add(new int[] {operation, waits[3]});
        return;
      }
    }
    open.add(new int[] {message[0], message[1], message[2], operation, isSend ? 1 : 0});
  }

  @Test
  void refusesMessagesWithoutAnOtherEnd() {
    var graph = new GraphBuilder(2);
    graph.send(0, 1, 10, 7);
    refused(() -> built(graph), "op 0 sends to rank 1 with tag 7, which does not receive it");
    var other = new GraphBuilder(2);
    other.receive(0, 1, 10, -3);
    refused(() -> built(other), "op 0 receives from rank 1 with tag -3, which does not send it");
    var sizes = new GraphBuilder(2);
    sizes.send(0, 1, 10, 7);
    refused(() -> sizes.receive(1, 0, 11, 7), "rank 0 sends 10 bytes where rank 1 receives 11");
    var receiveFirst = new GraphBuilder(2);
    receiveFirst.compute(0, 0, 5);
    int first = receiveFirst.receive(1, 0, 11, 7);
    assertThatExceptionOfType(UnrunnableGraph.class).isThrownBy(() -> receiveFirst.send(0, 1, 10, 7))
        .withMessage("rank 0 sends 10 bytes where rank 1 receives 11")
        .satisfies(refused -> assertThat(refused.operation()).as("the end that was there first").isEqualTo(first));
  }

  @Test
  void refusesInvalidOperations() {
    var graph = new GraphBuilder(2);
    refused(() -> graph.send(0, 2, 1, 0), "rank 2 does not exist; ranks are 0 to 1");
    refused(() -> graph.send(1, 1, 1, 0), "a message from rank 1 to itself");
    refused(() -> graph.send(0, 1, 0, 0), "a message of 0 bytes");
    refused(() -> graph.compute(0, 0, -1), "a computation of -1 ps in stream 0 of rank 0");
    refused(() -> graph.compute(0, 1024, 1), "a computation of 1 ps in stream 1024 of rank 0");
    refused(() -> graph.requires(0, 1), "there is no operation 0");
    int here = graph.compute(0, 0, 1);
    int there = graph.compute(1, 0, 1);
    refused(() -> graph.requires(here, there),
        "an operation of rank 0 requires one of rank 1; only messages go from one rank to another");
    refused(() -> new GraphBuilder(0), "there are 0 ranks; at least one is needed");
  }

  /** Both ranks receive before they send. */
  @Test
  void refusesCircles() {
    var graph = new GraphBuilder(2);
    int sendHere = graph.send(0, 1, 1, 0);
    graph.requires(sendHere, graph.receive(0, 1, 1, 0));
    int sendThere = graph.send(1, 0, 1, 0);
    graph.requires(sendThere, graph.receive(1, 0, 1, 0));
    refused(() -> built(graph), "operations wait for each other in a circle: op 3, which waits for op 0, which waits for op 1, "
        + "which waits for op 2, which waits for the first");
    var beginnings = new GraphBuilder(1);
    int one = beginnings.compute(0, 0, 1);
    int two = beginnings.compute(0, 0, 1);
    beginnings.requiresBeginning(one, two);
    beginnings.requires(two, one);
    refused(() -> built(beginnings),
        "operations wait for each other in a circle: op 1, which waits for op 0, which waits for the first");
  }

  @Test
  void keepsRequirements() {
    var graph = new GraphBuilder(1);
    int one = graph.compute(0, 3, 5);
    int two = graph.compute(0, 0, 0);
    int three = graph.compute(0, 1, 7);
    graph.requires(three, one);
    graph.requiresBeginning(two, one);
    OperationGraph built = built(graph);
    assertThat(built.dependents(one)).isEqualTo(2);
    assertThat(built.dependent(one, 0)).isEqualTo(three);
    assertThat(built.requiresBeginning(one, 0)).isFalse();
    assertThat(built.dependent(one, 1)).isEqualTo(two);
    assertThat(built.requiresBeginning(one, 1)).isTrue();
    assertThat(built.requirements().values()).containsExactly(0, 1, 1);
    assertThat(built.stream(one)).isEqualTo(3);
    assertThat(built.durationPs(three)).isEqualTo(7);
    assertThat(built.collective(one)).isEqualTo(OperationGraph.NO_COLLECTIVE);
  }

  /** Requirements beyond two an operation take room of operations: eight as much as one. */
  @Test
  void rejectsGraphsBeyondMemory() {
    var graph = new GraphBuilder(2, 3, "no room");
    int one = graph.compute(0, 0, 1);
    int two = graph.compute(0, 0, 1);
    for (int times = 0; times < 20; times++) {
      graph.requires(two, one);
    }
    refused(() -> graph.requires(two, one), "no room");
    refused(() -> graph.compute(1, 0, 1), "no room");
    var other = new GraphBuilder(2, 3, "no room");
    other.message(0, 1, 5);
    refused(() -> other.message(0, 1, 5), "no room");
    assertThat(other.operations()).as("a message is two operations").isEqualTo(3);
    refused(() -> other.compute(1, 0, 1), "no room");
    assertThatIllegalArgumentException().isThrownBy(() -> new GraphBuilder(0, 3, "no room"));
  }
}
