package dev.inflight.live.testing;

/**
 * What a program did.
 *
 * @param exit its exit code
 * @param out what it said
 * @param err what it complained about
 */
public record Ended(int exit, String out, String err) {
}
