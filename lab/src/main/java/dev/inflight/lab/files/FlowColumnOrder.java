package dev.inflight.lab.files;

/** Rule for the columns of a flow file. */
public enum FlowColumnOrder {
  /** From the values; ambiguous columns are an error. */
  AUTO,
  /** As auto, but six ambiguous columns are read as those of the HPCC authors' simulator, with a note. */
  AUTHORS
}
