package dev.inflight.lab.kind;

import dev.inflight.lab.graph.chakra.node.ForeignTrace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Kinds of files for other commands and programs, recognized by their first bytes. */
public enum OtherKind {
  /** Packet capture. */
  CAPTURE("a capture of packets; './inflight decode FILE' reads it"),
  /** Summary of a run. */
  SUMMARY("the summary of a run; './inflight report FOLDER' and './inflight explain FOLDER' read the folder that it lies in"),
  /** Input of tools that generate Chakra traces. */
  PYTORCH_TRACE(ForeignTrace.EXECUTION.toString()),
  /** Trace of PyTorch's profiler, another input of those tools. */
  PYTORCH_PROFILE(ForeignTrace.PROFILE.toString()),
  /** Operations that AICB runs on real GPUs. */
  AICB_OPERATIONS(
      "a workload of AICB for real GPUs; from the same parameters, AICB's generator for SimAI writes a .txt file, which"
          + " trace(path=...) reads");

  /** First bytes of pcap with microseconds and nanoseconds, in both byte orders, and of pcapng. */
  private static final List<Integer> CAPTURES = List.of(0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0x0a0d0d0a);

  private final String meaning;

  OtherKind(String meaning) {
    this.meaning = meaning;
  }

  @Override
  public String toString() {
    return meaning;
  }

  /** Returns the kind of a file with these first bytes; empty for all other files. */
  public static Optional<OtherKind> of(byte[] bytes) {
    if (bytes.length >= Integer.BYTES && CAPTURES.contains(ByteBuffer.wrap(bytes).getInt())) {
      return Optional.of(CAPTURE);
    }
    String text = new String(Arrays.copyOf(bytes, Math.min(bytes.length, 2000)), StandardCharsets.UTF_8);
    boolean summary = text.startsWith("{") && text.contains("\"scheme\"") && text.contains("\"simulatedSeconds\"");
    if (text.lines().limit(2).anyMatch(line -> line.startsWith("comm_type,comm_group,"))) {
      return Optional.of(AICB_OPERATIONS);
    }
    return summary
        ? Optional.of(SUMMARY)
        : ForeignTrace.of(bytes).map(trace -> trace == ForeignTrace.EXECUTION ? PYTORCH_TRACE : PYTORCH_PROFILE);
  }
}
