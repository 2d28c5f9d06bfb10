package dev.inflight.sim.script;

import dev.inflight.sim.graph.Job;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of a table of flows that are messages of scripts, in blocks among the other rows, which are in columns. */
public final class RowBlocks {
  /** Visits rows that are adjacent in columns. */
  public interface ColumnVisitor {
    /**
     * Visits some rows in columns, or none.
     *
     * @param row the first of them
     * @param column its place in the columns
     * @param endRow row after the last of them
     */
    void visit(int row, int column, int endRow);
  }

  private ScriptRows[] blocks = {};

  /** Adds a block after all other rows. */
  public void add(ScriptRows block) {
    blocks = Arrays.copyOf(blocks, blocks.length + 1);
    blocks[blocks.length - 1] = block;
  }

  /** Returns a copy of these blocks, to which others can be added. */
  public RowBlocks copy() {
    var copy = new RowBlocks();
    copy.blocks = blocks.clone();
    return copy;
  }

  /** True if all rows are in columns. */
  public boolean isEmpty() {
    return blocks.length == 0;
  }

  /** Number of rows of all blocks. */
  public int rows() {
    int rows = 0;
    for (ScriptRows block : blocks) {
      rows += block.count();
    }
    return rows;
  }

  /** Number of blocks. */
  public int count() {
    return blocks.length;
  }

  /** One of the blocks. */
  public ScriptRows block(int number) {
    return blocks[number];
  }

  /**
   * Visits all rows in order.
   *
   * @param rows number of rows, in blocks and in columns
   */
  public void forEach(int rows, ColumnVisitor ofColumns, Consumer<ScriptRows> ofBlocks) {
    int row = 0;
    int column = 0;
    for (ScriptRows block : blocks) {
      ofColumns.visit(row, column, block.firstRow());
      column += block.firstRow() - row;
      ofBlocks.accept(block);
      row = block.firstRow() + block.count();
    }
    ofColumns.visit(row, column, rows);
  }

  /** The block that a row is in; null for a row in columns. */
  public @Nullable ScriptRows of(int row) {
    for (ScriptRows block : blocks) {
      if (block.has(row)) {
        return block;
      }
    }
    return null;
  }

  /** Place in the columns of a row that is in no block. */
  public int column(int row) {
    int column = row;
    for (ScriptRows block : blocks) {
      column -= block.firstRow() < row ? block.count() : 0;
    }
    return column;
  }

  /** The row of the first message of a job; -1 for a job that has no block. */
  public int firstRowOf(Job job) {
    return Arrays.stream(blocks).filter(block -> block.job() == job).mapToInt(ScriptRows::firstRow).findFirst().orElse(-1);
  }

  /**
   * Rows in columns, in order.
   *
   * @param count number of all rows
   */
  public IntStream rowsInColumns(int count) {
    int from = 0;
    IntStream rows = IntStream.empty();
    for (ScriptRows block : blocks) {
      rows = IntStream.concat(rows, IntStream.range(from, block.firstRow()));
      from = block.endRow();
    }
    return IntStream.concat(rows, IntStream.range(from, count));
  }

  /**
   * The rows in order: each place in the columns, and each block of rows that start together, negated (~).
   *
   * @param columns number of rows in columns
   */
  public int[] items(int columns) {
    int[] items = new int[columns + blocks.length];
    int column = 0;
    int row = 0;
    int at = 0;
    for (int block = 0; block < blocks.length; block++) {
      for (; row < blocks[block].firstRow(); row++) {
        items[at++] = column++;
      }
      items[at++] = ~block;
      row = blocks[block].endRow();
    }
    while (column < columns) {
      items[at++] = column++;
    }
    return items;
  }

  /** Puts all blocks from a row on into a class, and into a priority if it is above 0. */
  public void classify(int first, int flowClass, int priority) {
    for (int at = 0; at < blocks.length; at++) {
      blocks[at] = blocks[at].firstRow() >= first ? blocks[at].inClass(flowClass, priority) : blocks[at];
    }
  }

  /** The highest class of any block; 0 if none is in a class. */
  public int highestClass() {
    return Arrays.stream(blocks).mapToInt(ScriptRows::flowClass).max().orElse(0);
  }

  /** True if a block is of a class. */
  public boolean areOf(int flowClass) {
    return Arrays.stream(blocks).anyMatch(block -> block.flowClass() == flowClass);
  }

  /** The priorities of all blocks, one bit each. */
  public int prioritiesInUse() {
    return Arrays.stream(blocks).mapToInt(block -> 1 << block.priority()).reduce(0, (some, more) -> some | more);
  }
}
