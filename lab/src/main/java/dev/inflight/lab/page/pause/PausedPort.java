package dev.inflight.lab.page.pause;

/**
 * Port that can be paused.
 *
 * @param node its node
 * @param number its number at the node, from 1
 * @param peer node at the other end of its cable, which pauses it
 * @param hostBitsPerSec rate of a host's port in bit/s; 0 for other ports
 */
public record PausedPort(long node, long number, long peer, double hostBitsPerSec) {
}
