package dev.inflight.lab.files;

/** How the columns of a flow file are found. */
public enum FlowColumnOrder {
  /** By what the values can mean; columns that can mean two things are refused. */
  AUTO,
  /** As AUTO, but six columns that can mean two things are those of the HPCC authors' simulator, with a note. */
  AUTHORS
}
