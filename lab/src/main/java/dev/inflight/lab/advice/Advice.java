package dev.inflight.lab.advice;

/**
 * What to set, and why.
 *
 * @param parameter what it is called in a scenario
 * @param value what to set
 * @param formula where the value comes from, with its numbers
 * @param source the paper's section
 */
public record Advice(String parameter, String value, String formula, String source) {
}
