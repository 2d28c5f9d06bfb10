/**
 * Both ends of a flow: windows, paces, acknowledgements, timeouts. Read {@link Sender} first, then {@link Receiver}; {@link Host} hands
 * them their packets. Both follow {@link TransportRules}; {@link FlowExtensions} has the mechanisms of only some senders.
 */
@NullMarked
package dev.inflight.net.host;

import org.jspecify.annotations.NullMarked;
