package dev.inflight.lab.advice;

/**
 * Recommended value of a parameter, and its reason.
 *
 * @param parameter key of the parameter in a scenario
 * @param value recommended value, with its unit
 * @param formula formula of the value, with its numbers
 * @param source section of the HPCC paper
 */
public record Advice(String parameter, String value, String formula, String source) {
}
