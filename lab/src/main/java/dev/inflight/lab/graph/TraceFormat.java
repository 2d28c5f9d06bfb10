package dev.inflight.lab.graph;

/** Formats of traces. */
public enum TraceFormat {
  /** By the extension of the file's name. */
  BY_NAME,
  /** LogGOPSim and ATLAHS: {@code .goal}, and {@code .bin} for the binary form. */
  GOAL,
  /** Connection matrices of htsim: {@code .cm}. */
  CM,
  /** Workloads of SimAI, as AICB writes them: {@code .txt}. */
  AICB,
  /** Execution traces of Chakra, one file a rank: {@code .et}, {@code .et.gz} or {@code .json}. */
  CHAKRA
}
