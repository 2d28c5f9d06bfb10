/** Loss recovery, such as go-back-N and IRN: a sender and a receiver of each. Read {@link RecoverySender} first. */
@NullMarked
package dev.inflight.net.recovery;

import org.jspecify.annotations.NullMarked;
