package dev.inflight.net;

/**
 * How a NIC works.
 *
 * @param model how it schedules its flows
 * @param acksIgnorePause acknowledgements leave even while the data's group is paused
 * @param ackPauseGroup the group whose pause stops acknowledgements; negative: their own
 * @param waitsForBlockedFlows its timer follows blocked flows too, as the authors' does
 */
record NicRules(NicModel model, boolean acksIgnorePause, int ackPauseGroup, boolean waitsForBlockedFlows) {
}
