package dev.inflight.lab.graph.goal;

import dev.inflight.lab.graph.text.Tokenizer;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.sim.graph.OperationGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** GOAL schedule, as text or in the binary form of LogGOPSim's {@code txt2bin}. The first bytes distinguish them. */
public final class GoalTrace {
  /** First eight bytes of the binary form, as a number. */
  static final long COOKIE = 4223;
  private static final long USED_UP = 2342;

  private GoalTrace() {
  }

  /** Reads a file. */
  public static OperationGraph read(Path path, GoalOptions options) {
    SourceLocation place = SourceLocation.of(path);
    InputText.requireFile(path);
    try (InputStream in = Tokenizer.open(path)) {
      in.mark(Long.BYTES);
      byte[] first = in.readNBytes(Long.BYTES);
      in.reset();
      if (!hasNul(first)) {
        return GoalText.read(path, in, options);
      }
      long cookie = first.length < Long.BYTES ? 0 : ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getLong();
      if (cookie == USED_UP) {
        throw place.error("a run of LogGOPSim with --save-mem has used this binary GOAL file up; make it anew with txt2bin");
      }
      if (cookie != COOKIE) {
        throw place
            .error("this is neither a GOAL text, because it has NUL bytes, nor a binary GOAL file, which starts with the number "
                + COOKIE + " in 8 bytes");
      }
      if (!Files.isRegularFile(path)) {
        throw place.error("a binary GOAL file is read at several places, which a pipe does not allow");
      }
      return GoalBinary.read(path, options);
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
  }

  private static boolean hasNul(byte[] bytes) {
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
    }
    return false;
  }
}
