/**
 * Both ends of a flow: windows, paces, acknowledgements, timeouts. Read {@link Sender} first, then {@link Receiver}; {@link Host}
 * delivers their packets. Both follow {@link TransportRules}; {@link FlowExtensions} has the mechanisms that only some senders
 * use.
 */
@NullMarked
package dev.inflight.net.host;

import org.jspecify.annotations.NullMarked;
