package dev.inflight.sim.setup;

/**
 * Reason why a setup cannot run.
 *
 * @param field the field of the setup that is incompatible with others; {@code classes[0]} is its first class of flows
 * @param asksForIt the field to name if that one has its default: the one with which it is incompatible; often the same one
 * @param sentence description of the problem, without a capital and a full stop
 */
public record Problem(String field, String asksForIt, String sentence) {
  /** Makes the problem of a field that is wrong by itself. */
  public Problem(String field, String sentence) {
    this(field, field, sentence);
  }

  /** The field of a class, by its number among flows: from 1 on. */
  static String classField(int number) {
    return "classes[" + (number - 1) + "]";
  }
}
