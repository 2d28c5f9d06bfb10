package dev.inflight.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.sim.graph.Collective;
import dev.inflight.sim.graph.OperationGraph;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads of AICB, sound and damaged. */
class AicbFileTest {
  private static final String HEADER = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 4 ga: 1"
      + " all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0 pp_comm: 0\n";
  private static final String SOUND = HEADER + """
      2
      embedding	-1	100	ALLREDUCE	4000	1	NONE	0	20	NONE	0	5
      experts	-1	200	ALLTOALL_EP	8000	300	ALLGATHER	4000	400	REDUCESCATTER_DP_EP	6000	0
      """;

  @TempDir
  Path folder;

  private OperationGraph read(String text, int passes) throws IOException {
    return AicbFile.read(Files.writeString(folder.resolve("a.txt"), text), 64, 1, passes, GraphRoom.OF_HEAP);
  }

  /** When a graph ends whose messages take 1 ns a byte each, whatever else is under way; a send ends when its receive does. */
  private static long endNs(OperationGraph graph) {
    int[] left = graph.requirements();
    long[] beginPs = new long[left.length];
    int[] order = new int[left.length];
    int found = 0;
    for (int operation = 0; operation < left.length; operation++) {
      left[operation] += graph.kind(operation) == OperationGraph.Kind.RECEIVE ? 1 : 0;
    }
    for (int operation = 0; operation < left.length; operation++) {
      if (left[operation] == 0) {
        order[found++] = operation;
      }
    }
    long latestPs = 0;
    for (int done = 0; done < found; done++) {
      int operation = order[done];
      boolean sends = graph.kind(operation) == OperationGraph.Kind.SEND;
      boolean computes = graph.kind(operation) == OperationGraph.Kind.COMPUTE;
      long endPs = beginPs[operation] + (sends ? 1000 * graph.sizeBytes(operation) : computes ? graph.durationPs(operation) : 0);
      latestPs = Math.max(latestPs, endPs);
      for (int number = 0; number < graph.dependents(operation); number++) {
        int after = graph.dependent(operation, number);
        beginPs[after] = Math.max(beginPs[after], endPs);
        if (--left[after] == 0) {
          order[found++] = after;
        }
      }
      if (sends) {
        int partner = graph.partner(operation);
        beginPs[partner] = Math.max(beginPs[partner], endPs);
        if (--left[partner] == 0) {
          order[found++] = partner;
        }
      }
    }
    assertThat(found).isEqualTo(left.length);
    return latestPs / 1000;
  }

  private static List<List<Integer>> groups(AicbGroup group, AicbGroup.Division division) {
    return IntStream.range(0, group.count(division))
        .mapToObj(number -> Arrays.stream(group.members(division, number)).boxed().toList()).toList();
  }

  @Test
  void ranksAreDividedAsSimAiDividesThem() {
    var division = new AicbGroup.Division(16, 2, 4);
    assertThat(groups(AicbGroup.TP, division)).hasSize(8).startsWith(List.of(0, 1), List.of(2, 3)).endsWith(List.of(14, 15));
    assertThat(groups(AicbGroup.DP, division)).containsExactly(List.of(0, 2, 4, 6, 8, 10, 12, 14),
        List.of(1, 3, 5, 7, 9, 11, 13, 15));
    assertThat(groups(AicbGroup.EP, division)).containsExactly(List.of(0, 2, 4, 6), List.of(1, 3, 5, 7), List.of(8, 10, 12, 14),
        List.of(9, 11, 13, 15));
    assertThat(groups(AicbGroup.DP_EP, division)).containsExactly(List.of(0, 8), List.of(1, 9), List.of(2, 10), List.of(3, 11),
        List.of(4, 12), List.of(5, 13), List.of(6, 14), List.of(7, 15));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "8, 1, 1", "8, 8, 1", "8, 2, 4", "24, 2, 3", "24, 3, 8", "30, 5, 2"})
  void everyRankIsInOneGroupOfEachKind(int ranks, int tensor, int expert) {
    var division = new AicbGroup.Division(ranks, tensor, expert);
    for (AicbGroup group : AicbGroup.values()) {
      assertThat(groups(group, division).stream().flatMap(List::stream).sorted()).as(group.name())
          .containsExactlyElementsOf(IntStream.range(0, ranks).boxed().toList());
    }
  }

  @Test
  void collectivesHaveTheGroupsOfTheirPass() throws IOException {
    OperationGraph graph = read(SOUND, 1);
    assertThat(graph.ranks()).isEqualTo(8);
    assertThat(graph.collectives()).extracting(Collective::name)
        .startsWith("embedding 1, forward, TP 1", "embedding 1, forward, TP 2")
        .endsWith("experts 2, weight gradient, DP_EP 3", "experts 2, weight gradient, DP_EP 4").hasSize(4 + 4 + 4 + 4);
    assertThat(graph.collectives()).extracting(each -> each.kind() + " " + each.ranks() + " " + each.sizeBytes()).containsOnly(
        "ALL_REDUCE 2 4000", "ALL_TO_ALL 2 8000", "ALL_GATHER 2 4000", "REDUCE_SCATTER 2 6000");
  }

  /** Forward, then back: 100 + 2 halves of 4000 + 5; 200 + 4000; 300 + 2000; 400, and behind it at once 3000 beside 1 + 20. */
  @Test
  void ranksWaitForActivationsAndNotForWeights() throws IOException {
    assertThat(endNs(read(SOUND, 1))).isEqualTo(100 + 4000 + 5 + 200 + 4000 + 300 + 2000 + 400 + 3000);
  }

  /** The second pass begins while weights of the last layer are under way: only that layer waits for them. */
  @Test
  void theNextPassOfALayerWaitsForItsWeights() throws IOException {
    String text = HEADER.replace("ep: 2", "ep: 1").replace("group: 2", "group: 1").replace("all_gpus: 8", "all_gpus: 2") + """
        2
        first	-1	1000	NONE	0	100	NONE	0	100	NONE	0	7
        second	-1	1000	NONE	0	100	NONE	0	100	ALLREDUCE	8000	7
        """;
    long weights = 8000 + 7; // two halves, one after the other
    assertThat(endNs(read(text, 1))).isEqualTo(2000 + 200 + weights);
    assertThat(endNs(read(text, 2))).isEqualTo(2000 + 200 + weights + 1000 + 200 + weights);
    String soon = text.replace("first\t-1\t1000", "first\t-1\t9000");
    assertThat(endNs(read(soon, 2))).isEqualTo(10_000 + 400 + 10_000 + 200 + weights);
  }

  /** Two of one group follow each other, two of several do not. */
  @Test
  void collectivesOfAGroupFollowEachOther() throws IOException {
    String text = HEADER + """
        2
        first	-1	0	NONE	0	0	NONE	0	0	ALLREDUCE_EP	4000	0
        second	-1	0	NONE	0	0	NONE	0	0	ALLREDUCE_EP	4000	0
        """;
    assertThat(endNs(read(text, 1))).isEqualTo(8000);
    assertThat(endNs(read(text.replaceFirst("ALLREDUCE_EP", "ALLREDUCE_DP_EP"), 1))).isEqualTo(4000);
  }

  @Test
  void whatNobodyNeedsToTalkAboutIsLeftOut() throws IOException {
    String alone = HEADER.replace("group: 2", "group: 1").replace("ep: 2", "ep: 1")
        + "1\nonly -1 10 ALLREDUCE 4000 10 ALLTOALL_EP 4000 10 ALLREDUCE 0 100\n";
    OperationGraph graph = read(alone, 1);
    assertThat(graph.collectives()).isEmpty();
    assertThat(endNs(graph)).isEqualTo(30);
  }

  /** Where no collective is of experts, a header without them says the same as one of groups of one. */
  @Test
  void aHeaderWithoutExpertsAndStagesIsOneOfGroupsOfOne() throws IOException {
    String text = HEADER + "1\nonly -1 10 ALLREDUCE 4000 10 ALLREDUCE 4000 10 REDUCESCATTER 4000 100\n";
    OperationGraph without = read(text.replace(" ep: 2 pp: 1 vpp: 4 ga: 1", ""), 1);
    OperationGraph with = read(text.replace("ep: 2", "ep: 1"), 1);
    assertThat(without.collectives()).isEqualTo(with.collectives());
    assertThat(endNs(without)).isEqualTo(endNs(with));
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read(text.replace(" ep: 2", "").replace("REDUCESCATTER", "REDUCESCATTER_DP_EP"), 1))
        .withMessageContaining("a.txt:3: 'REDUCESCATTER_DP_EP' of the weight gradient is done by ");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => num_ranks | 1: found 'num_ranks' where HYBRID_TRANSFORMER_FWD_IN_BCKWD is expected; workloads of no other policy are read; a trace in GOAL needs format=goal",
      "HYBRID_TRANSFORMER_FWD_IN_BCKWD => MICRO | 1: found 'MICRO' where HYBRID_TRANSFORMER_FWD_IN_BCKWD is expected",
      "all_gpus: 8 => all_gpus: 1000000000 | 1: the trace has 1000000000 ranks, and there are hosts for 64",
      "all_gpus: 8 => all_gpus: 99999999999999999999 | 1: all_gpus '99999999999999999999' is too large",
      "all_gpus: 8 => all_gpu: 8 | 1: unknown key 'all_gpu' of the header; did you mean 'all_gpus'?",
      "all_gpus: 8 => ga: 8 | 1: 'ga' is there twice",
      "all_gpus: 8 checkpoints => checkpoints | 1: the header lacks all_gpus, the number of ranks",
      "group: 2 => group: 3 | 1: all_gpus 8 is no multiple of model_parallel_NPU_group 3",
      "group: 2 => group: 0 | 1: model_parallel_NPU_group 0 is below 1",
      "ep: 2 => ep: 3 | 1: ep 3 does not divide the 4 ranks that are data parallel",
      "ep: 2 => | 4: 'ALLTOALL_EP' of the forward is done by groups that ep makes, and the header of line 1 lacks ep",
      "pp: 1 => pp: 2 | 1: pp 2: the file does not say what stages of a pipeline send each other",
      "checkpoints: 0 => checkpoints: 1 4 | 1: checkpoints 1: layers that are computed again are not available; write 0",
      "pp_comm: 0 => pp_comm | 1: the header ends behind 'pp_comm'",
      "ALLTOALL_EP => ALLTOALL_XP | 4: unknown collective 'ALLTOALL_XP' of the forward; known: NONE, ALLGATHER, ALLREDUCE,",
      "ALLTOALL_EP => BROADCAST | 4: unknown collective 'BROADCAST' of the forward",
      "100 => 1.5 | 3: computation of the forward '1.5' is not a whole number",
      "4000 => 99999999999999999999 | 3: bytes of the forward '99999999999999999999' is too large",
      "400 => 9223372036854775807 | 4: computation of the weight gradient '9223372036854775807' is too large",
      "-1 => | 3: a layer has 12 words (name, -1, then computation, collective and bytes of three passes, delay); found 11",})
  void whatIsWrongIsNamedWithItsLine(String change, String error) {
    String[] sides = change.split(" =>", 2);
    String place = sides[0].equals("400") ? "\t400\t" : sides[0];
    String text = SOUND.replaceFirst(place, place.equals(sides[0]) ? sides[1].strip() : "\t" + sides[1].strip() + "\t");
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text, 1)).withMessageContaining("a.txt:" + error);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "1000000000", "1", "0", "-1", "9999999999999999999999"})
  void anotherNumberOfLayersIsRefused(String count) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(SOUND.replaceFirst("\n2\n", "\n" + count + "\n"), 1))
        .withMessageContaining("a.txt:").withMessageContaining("layers");
  }

  @Test
  void moreThanMemoryHoldsIsRefusedBeforeItIsMade() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(SOUND.replace("all_gpus: 8", "all_gpus: 64"), 1_000_000))
        .withMessageContaining("a.txt:3: the layers up to this one are more than ").withMessageContaining(" operations of ranks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "HYBRID_TRANSFORMER_FWD_IN_BCKWD", HEADER, HEADER + "1"})
  void whatIsCutOffOrEmptyIsRefused(String text) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text, 1)).withMessageContaining("a.txt:");
  }

  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(44);
    byte[] sound = SOUND.getBytes(StandardCharsets.US_ASCII);
    int refused = 0;
    for (int run = 0; run < 2000; run++) {
      Path file = Files.write(folder.resolve("damaged.txt"), Damage.of(sound, random));
      try {
        assertThat(AicbFile.read(file, 64, 1, 2, GraphRoom.OF_HEAP).operations()).isPositive();
      } catch (InputError error) {
        refused++;
        assertThat(error.getMessage()).contains("damaged.txt");
      } catch (RuntimeException other) {
        fail("run " + run, other);
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }
}
