package dev.inflight.lab.files;

/** Rule for the columns of a flow file. */
public enum FlowColumnOrder {
  /** By the possible meanings of the values; ambiguous columns are an error. */
  AUTO,
  /** As AUTO, but six ambiguous columns are those of the HPCC authors' simulator, with a note. */
  AUTHORS
}
