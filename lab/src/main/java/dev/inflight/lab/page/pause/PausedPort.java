package dev.inflight.lab.page.pause;

/**
 * A port that can be paused.
 *
 * @param node its node
 * @param number its number at the node, from 1
 * @param peer the node at the other end of its cable, which pauses it
 * @param hostBitsPerSec of a host's port the rate in bits per second, else 0
 */
public record PausedPort(long node, long number, long peer, double hostBitsPerSec) {
}
