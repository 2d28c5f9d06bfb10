package dev.inflight.sim.setup;

/**
 * Why a setup cannot run.
 *
 * @param field the field of the setup that does not go with the others
 * @param sentence what is wrong, without a capital and a full stop
 */
public record Problem(String field, String sentence) {
}
