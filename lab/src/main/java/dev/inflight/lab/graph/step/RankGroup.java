package dev.inflight.lab.graph.step;

import dev.inflight.sim.script.Groups;
import java.util.Optional;

/** Groups of ranks that do a collective of a training step together. */
public enum RankGroup {
  /** Tensor parallel: neighbors. */
  TP,
  /** Data parallel: one of each tensor-parallel group. */
  DP,
  /** Expert parallel: ranks of one place in tensor-parallel groups that are neighbors. */
  EP,
  /** Data parallel among those that have the same experts. */
  DP_EP,
  /** All ranks. */
  ALL;

  /**
   * Division of the ranks of a stage; the sizes divide each other.
   *
   * @param ranks number of ranks of the stage
   * @param tensor number of tensor-parallel ranks
   * @param expert number of ranks with different experts
   */
  public record Division(int ranks, int tensor, int expert) {
    /** Ranks that are data parallel. */
    public int data() {
      return ranks / tensor;
    }
  }

  /** Returns the group after the name of an AICB workload's collective; a name without one has the usual group of its pass. */
  public static Optional<RankGroup> named(String suffix, RankGroup usual) {
    return switch (suffix) {
      case "" -> Optional.of(usual);
      case "_EP" -> Optional.of(EP);
      case "_DP_EP" -> Optional.of(DP_EP);
      default -> Optional.empty();
    };
  }

  /** Reports whether its ranks depend on the division of experts. */
  public boolean needsExperts() {
    return this == EP || this == DP_EP;
  }

  /** Number of ranks of a group. */
  public int size(Division of) {
    return switch (this) {
      case TP -> of.tensor;
      case DP -> of.data();
      case EP -> of.expert;
      case DP_EP -> of.data() / of.expert;
      case ALL -> of.ranks;
    };
  }

  /** The groups of a stage, as SimAI's mock of NCCL's groups has them where there is one stage. */
  Groups groups(Division of, int firstRank) {
    int stride = switch (this) {
      case TP, ALL -> 1;
      case DP, EP -> of.tensor;
      case DP_EP -> of.tensor * of.expert;
    };
    return new Groups(firstRank, of.ranks, size(of), stride);
  }
}
