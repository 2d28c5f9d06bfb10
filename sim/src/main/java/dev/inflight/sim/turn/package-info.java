/**
 * Operations that begin in turn: each end of one of several causes lets the next of a list of targets begin. Read
 * {@link dev.inflight.sim.turn.Turns} first.
 */
@NullMarked
package dev.inflight.sim.turn;

import org.jspecify.annotations.NullMarked;
