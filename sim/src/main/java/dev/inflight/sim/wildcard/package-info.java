/**
 * Receives that take messages from any rank, or with any tag, and the messages that each may take. Read {@link
 * dev.inflight.sim.wildcard.OpenMessages} first.
 */
@NullMarked
package dev.inflight.sim.wildcard;

import org.jspecify.annotations.NullMarked;
