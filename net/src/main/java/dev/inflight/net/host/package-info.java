/**
 * Both ends of a flow: windows, paces, acknowledgements, timeouts. Read {@link Sender} first, then
 * {@link Receiver}; {@link Host} hands them their packets. Both obey {@link TransportRules}; {@link FlowExtensions} is what only some senders have.
 */
@NullMarked
package dev.inflight.net.host;

import org.jspecify.annotations.NullMarked;
