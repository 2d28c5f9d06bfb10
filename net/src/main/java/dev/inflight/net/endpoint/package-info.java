/**
 * A host by itself, with its one NIC attached to frames and not to a fabric: all information about others comes as bytes. Read
 * {@link FrameHost} first.
 */
@NullMarked
package dev.inflight.net.endpoint;

import org.jspecify.annotations.NullMarked;
