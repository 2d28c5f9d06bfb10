package dev.inflight.live.testing;

/**
 * Result of a program.
 *
 * @param exit exit code
 * @param out standard output
 * @param err standard error
 */
public record Ended(int exit, String out, String err) {
}
