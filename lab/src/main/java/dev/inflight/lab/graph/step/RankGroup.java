package dev.inflight.lab.graph.step;

import dev.inflight.sim.script.Groups;
import java.util.Optional;

/** Groups of ranks that perform a collective of a training step together. */
public enum RankGroup {
  /** Tensor parallel: neighbors. */
  TP,
  /** Data parallel: one rank of each tensor-parallel group. */
  DP,
  /** Expert parallel: ranks with the same place in neighboring tensor-parallel groups. */
  EP,
  /** Data parallel among ranks with the same experts. */
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
    /** Number of data-parallel ranks. */
    public int data() {
      return ranks / tensor;
    }
  }

  /** Returns the group at the end of a collective's name in an AICB workload; without one, the usual group of the pass. */
  public static Optional<RankGroup> named(String suffix, RankGroup usual) {
    return switch (suffix) {
      case "" -> Optional.of(usual);
      case "_EP" -> Optional.of(EP);
      case "_DP_EP" -> Optional.of(DP_EP);
      default -> Optional.empty();
    };
  }

  /** Reports whether the group's ranks depend on the division of experts. */
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

  /** Returns the groups of a stage, which for one stage are those of SimAI's mock of NCCL. */
  Groups groups(Division of, int firstRank) {
    int stride = switch (this) {
      case TP, ALL -> 1;
      case DP, EP -> of.tensor;
      case DP_EP -> of.tensor * of.expert;
    };
    return new Groups(firstRank, of.ranks, size(of), stride);
  }
}
