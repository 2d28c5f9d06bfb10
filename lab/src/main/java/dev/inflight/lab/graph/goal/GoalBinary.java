package dev.inflight.lab.graph.goal;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.GraphBuilder;
import dev.inflight.sim.graph.UnrunnableGraph;
import dev.inflight.sim.graph.OperationGraph;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reader of the binary form of a schedule. All numbers are little-endian and follow each other without padding:
 *
 * <pre>
 * file       cookie 8, ranks 4, highest cpu 1, highest nic 1, table, parts of ranks
 * table      for each rank the start 8 and the end 8 of its part, counted from the end of the cookie
 * part       operations 4, roots 4, number of each root 4, operations, appendix
 * operation  requirements 4, type 1 (send, receive, calc from 1 on), peer 4, bytes or time 8, tag 4, cpu 1, nic 1,
 *            dependents 4, their first place in the appendix 4, the same of those that require only the start 4, 4
 * appendix   numbers of operations 4
 * </pre>
 */
final class GoalBinary {
  private static final int HEADER_BYTES = 14;
  private static final int COOKIE_BYTES = 8;
  private static final int TABLE_ROW_BYTES = 16;
  private static final int PART_HEADER_BYTES = 8;
  private static final int OPERATION_BYTES = 39;
  private static final int SEND = 1;
  private static final int RECEIVE = 2;
  private static final int CALC = 3;
  private static final long NUMBER = 0xFFFF_FFFFL;

  private final SourceLocation place;
  private final FileWindow file;
  private final FileWindow appendix;
  private final GoalOperations operations;
  private final GraphBuilder graph;
  /** First operation of each rank. */
  private final int[] firsts;

  private GoalBinary(Path path, FileChannel channel, GoalOptions options) throws IOException {
    place = SourceLocation.of(path);
    file = new FileWindow(place, channel);
    appendix = new FileWindow(place, channel);
    file.require(0, HEADER_BYTES, "the header");
    file.seek(COOKIE_BYTES);
    long ranks = file.number4();
    if (ranks == 0) {
      throw place.error("byte 8: there are 0 ranks; at least one is needed");
    }
    try {
      operations = new GoalOperations(place, ranks, options);
    } catch (IllegalArgumentException refused) {
      throw place.error("byte 8: " + refused.getMessage());
    }
    file.require(HEADER_BYTES, TABLE_ROW_BYTES * ranks, "the table of ranks");
    graph = operations.graph;
    firsts = new int[(int) ranks];
  }

  /** Reads a file that starts with the cookie. */
  static OperationGraph read(Path path, GoalOptions options) {
    try (FileChannel channel = FileChannel.open(path)) {
      var read = new GoalBinary(path, channel, options);
      read.readRanks();
      if (read.graph.operations() == 0) {
        throw read.place.error("no rank does anything");
      }
      read.operations.noteNics();
      return read.graph.build(read::name);
    } catch (UnrunnableGraph refused) {
      throw SourceLocation.of(path).error(String.valueOf(refused.getMessage()));
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  private void readRanks() throws IOException {
    try {
      for (int rank = 0; rank < firsts.length; rank++) {
        readRank(rank);
      }
    } catch (InputError refused) {
      if (OtherGoalBinary.isIn(file, HEADER_BYTES, COOKIE_BYTES, firsts.length)) {
        throw place.error("this is a binary schedule of LogGOPSim2; its operations have other fields than those of LogGOPSim;"
            + " give the GOAL text, or make the binary with txt2bin of LogGOPSim");
      }
      throw refused;
    }
  }

  private String name(int operation) {
    int rank = Arrays.binarySearch(firsts, operation);
    for (rank = rank < 0 ? -rank - 2 : rank; rank + 1 < firsts.length && firsts[rank + 1] == operation; rank++) {
      // ranks without operations start at the same one
    }
    return "operation " + (operation - firsts[rank]) + " of rank " + rank;
  }

  private void readRank(int rank) throws IOException {
    firsts[rank] = graph.operations();
    file.seek(HEADER_BYTES + TABLE_ROW_BYTES * (long) rank);
    long begin = file.number8();
    long end = file.number8();
    if (begin < 0 || end < begin || end > file.sizeBytes() - COOKIE_BYTES) {
      throw place.error("byte " + (HEADER_BYTES + TABLE_ROW_BYTES * (long) rank) + ": the part of rank " + rank + " is from byte "
          + Long.toUnsignedString(begin + COOKIE_BYTES) + " to " + Long.toUnsignedString(end + COOKIE_BYTES)
          + ", and the file has " + file.sizeBytes() + " bytes");
    }
    new Part(rank, begin + COOKIE_BYTES, end + COOKIE_BYTES).read();
  }

  /** Operations of one rank. */
  private final class Part {
    private final int rank;
    private final long begin;
    private final int count;
    private final int roots;
    private final long firstOperation;
    private final long firstOfAppendix;
    private final long appendixCount;

    Part(int rank, long begin, long end) throws IOException {
      this.rank = rank;
      this.begin = begin;
      requirePart(begin + PART_HEADER_BYTES, end, "its header");
      file.seek(begin);
      long operationCount = file.number4();
      long rootCount = file.number4();
      firstOperation = begin + PART_HEADER_BYTES + Integer.BYTES * rootCount;
      firstOfAppendix = firstOperation + OPERATION_BYTES * operationCount;
      requirePart(firstOfAppendix, end, operationCount + " operations and " + rootCount + " roots");
      appendixCount = (end - firstOfAppendix) / Integer.BYTES;
      if (operationCount > Integer.MAX_VALUE || rootCount > operationCount) {
        throw error(begin, rootCount + " roots of " + operationCount + " operations");
      }
      count = (int) operationCount;
      roots = (int) rootCount;
    }

    private void requirePart(long to, long end, String what) {
      if (to > end) {
        throw error(begin, "the part of this rank ends at byte " + end + ", within " + what);
      }
    }

    private InputError error(long at, String what) {
      return place.error("byte " + at + ", rank " + rank + ": " + what);
    }

    private long at(int operation) {
      return firstOperation + OPERATION_BYTES * (long) operation;
    }

    void read() throws IOException {
      for (int operation = 0; operation < count; operation++) {
        addOperation(operation);
      }
      int[] missing = new int[count];
      for (int operation = 0; operation < count; operation++) {
        file.seek(at(operation));
        missing[operation] += (int) file.number4();
        file.skip(19);
        readDependents(operation, false, missing);
        readDependents(operation, true, missing);
      }
      checkRoots(missing);
    }

    private void addOperation(int operation) throws IOException {
      file.seek(at(operation) + Integer.BYTES);
      int type = file.number1();
      long peer = file.number4();
      long amount = file.number8();
      long tag = file.number4();
      int cpu = file.number1();
      int nic = file.number1();
      try {
        if (type == CALC) {
          operations.computation(rank, cpu, amount);
          return;
        }
        if (type != SEND && type != RECEIVE) {
          throw new IllegalArgumentException("operation " + operation + " has type " + type + "; 1 to 3 are known");
        }
        if (operations.isMarker(type == SEND, peer)) {
          operations.marker(place, rank, peer);
          return;
        }
        boolean isAny = type == RECEIVE && peer == GoalOperations.ANY;
        if (amount < 0 || !isAny && peer >= firsts.length) {
          throw new IllegalArgumentException("operation " + operation + " is a message "
              + (amount < 0
                  ? "of " + Long.toUnsignedString(amount) + " bytes, which does not fit"
                  : "with rank " + peer + ", and ranks are 0 to " + (firsts.length - 1)));
        }
        operations.message(place, type == SEND, rank, amount, peer, tag, nic);
      } catch (IllegalArgumentException refused) {
        throw error(at(operation), String.valueOf(refused.getMessage()));
      }
    }

    private void readDependents(int operation, boolean requireBeginning, int[] missing) throws IOException {
      long number = file.number4();
      long first = file.number4();
      if (number == 0) {
        return;
      }
      if (first + number > appendixCount) {
        throw error(at(operation), "operation " + operation + " has " + number + " dependents from place " + first
            + " of the appendix, which has " + appendixCount);
      }
      appendix.seek(firstOfAppendix + Integer.BYTES * first);
      for (long each = 0; each < number; each++) {
        long dependent = appendix.number4();
        if (dependent >= count) {
          throw error(appendix.position() - Integer.BYTES,
              "operation " + dependent + " depends on operation " + operation + ", and there are " + count);
        }
        int after = firsts[rank] + (int) dependent;
        try {
          if (requireBeginning) {
            graph.requiresBeginning(after, firsts[rank] + operation);
          } else {
            graph.requires(after, firsts[rank] + operation);
          }
        } catch (IllegalArgumentException refused) {
          throw error(at(operation), String.valueOf(refused.getMessage()));
        }
        missing[(int) dependent]--;
      }
    }

    /** Requires that the roots are the operations without requirements; each operation states its number of requirements. */
    private void checkRoots(int[] missing) throws IOException {
      int free = 0;
      for (int operation = 0; operation < count; operation++) {
        file.seek(at(operation));
        long requirements = file.number4();
        if (missing[operation] != 0) {
          throw error(at(operation), "operation " + operation + " has " + requirements + " requirements, and "
              + (requirements - missing[operation]) + " are listed; a run of LogGOPSim with --save-mem uses a file up");
        }
        free += requirements == 0 ? 1 : 0;
      }
      if (free != roots) {
        throw error(begin, free + " operations have no requirement, and there are " + roots + " roots");
      }
      file.seek(begin + PART_HEADER_BYTES);
      for (int root = 0; root < roots; root++) {
        appendix.seek(begin + PART_HEADER_BYTES + Integer.BYTES * (long) root);
        long operation = appendix.number4();
        boolean isFree = operation < count;
        if (isFree) {
          file.seek(at((int) operation));
          isFree = file.number4() == 0;
        }
        if (!isFree) {
          throw error(begin + PART_HEADER_BYTES + Integer.BYTES * (long) root,
              "operation " + operation + " is a root, and " + (operation < count ? "has requirements" : "there are " + count));
        }
      }
    }
  }
}
