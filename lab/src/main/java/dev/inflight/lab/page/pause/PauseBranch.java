package dev.inflight.lab.page.pause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All pauses of a port with the same chain of ports to their root; or the root of such branches. */
public final class PauseBranch {
  private final @Nullable PausedPort port;
  private final Map<PausedPort, PauseBranch> causing = new HashMap<>();
  private long pauses;
  private double pausedNs;
  private long totalPauses;
  private double totalNs;

  PauseBranch(@Nullable PausedPort port) {
    this.port = port;
  }

  /** Paused port; null for a root. */
  public @Nullable PausedPort port() {
    return port;
  }

  /** Number of pauses of the port. */
  public long pauses() {
    return pauses;
  }

  /** Total length of the pauses in ns. */
  public double pausedNs() {
    return pausedNs;
  }

  /** Number of the pauses and of those that they caused; valid after {@link #sum}. */
  public long totalPauses() {
    return totalPauses;
  }

  /** Total length of the pauses and of those that they caused, in ns; valid after {@link #sum}. */
  public double totalNs() {
    return totalNs;
  }

  @Nullable
  PauseBranch known(PausedPort next) {
    return causing.get(next);
  }

  PauseBranch added(PausedPort next) {
    var branch = new PauseBranch(next);
    causing.put(next, branch);
    return branch;
  }

  void count(double lastedNs) {
    pauses++;
    pausedNs += lastedNs;
  }

  /** Adds up all branches. Their depth is at most the fabric's diameter. */
  void sum() {
    totalPauses = pauses;
    totalNs = pausedNs;
    for (PauseBranch branch : causing.values()) {
      branch.sum();
      totalPauses += branch.totalPauses;
      totalNs += branch.totalNs;
    }
  }

  /** Branches of the pauses that these pauses caused, longest first; valid after {@link #sum}. */
  public List<PauseBranch> caused() {
    var sorted = new ArrayList<>(causing.values());
    sorted.sort(Comparator.comparingDouble((PauseBranch one) -> one.totalNs).reversed().thenComparing(one -> one.port,
        Comparator.nullsFirst(Comparator.comparingLong(PausedPort::node).thenComparingLong(PausedPort::number))));
    return sorted;
  }
}
