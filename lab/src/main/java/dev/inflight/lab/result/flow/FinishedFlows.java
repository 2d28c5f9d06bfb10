package dev.inflight.lab.result.flow;

import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.workload.FlowTable;
import java.util.Arrays;

/**
 * Values of each finished flow for the summary, in the order of finishing: 20 bytes per flow, for tens of millions of flows. The
 * columns grow by blocks, so that growth copies no flow.
 */
public final class FinishedFlows {
  private static final int BLOCK_BITS = 12;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final FlowTable inOrder;
  private int[][] numbers = new int[4][];
  private long[][] fctPs = new long[4][];
  private double[][] slowdowns = new double[4][];
  private int count;

  /**
   * Creates an empty table.
   *
   * @param inOrder the run's flows in order of start, as results number them
   */
  public FinishedFlows(FlowTable inOrder) {
    this.inOrder = inOrder;
  }

  /** Adds a finished flow. */
  public void add(FlowResult flow) {
    int block = count >> BLOCK_BITS;
    int place = count & BLOCK - 1;
    if (place == 0) {
      addBlock(block);
    }
    numbers[block][place] = flow.id();
    fctPs[block][place] = flow.fctPs();
    slowdowns[block][place] = flow.slowdown();
    count++;
  }

  private void addBlock(int block) {
    if (block == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * block);
      fctPs = Arrays.copyOf(fctPs, 2 * block);
      slowdowns = Arrays.copyOf(slowdowns, 2 * block);
    }
    numbers[block] = new int[BLOCK];
    fctPs[block] = new long[BLOCK];
    slowdowns[block] = new double[BLOCK];
  }

  /** Number of finished flows. */
  public int count() {
    return count;
  }

  private int number(int n) {
    return numbers[n >> BLOCK_BITS][n & BLOCK - 1];
  }

  /** Size of the n-th flow to finish in bytes. */
  public long sizeBytes(int n) {
    return inOrder.sizeBytes(number(n));
  }

  /** FCT of the n-th flow to finish in ps. */
  public long fctPs(int n) {
    return fctPs[n >> BLOCK_BITS][n & BLOCK - 1];
  }

  /** Slowdown of the n-th flow to finish. */
  public double slowdown(int n) {
    return slowdowns[n >> BLOCK_BITS][n & BLOCK - 1];
  }

  /** Class of the n-th flow to finish; 0 for none. */
  public int flowClass(int n) {
    return inOrder.flowClass(number(n));
  }
}
