/** Loss recovery: go-back-N and selective repeat (IRN), a sending and a receiving half of each. Read {@link RecoverySender} first. */
@NullMarked
package dev.inflight.net.recovery;

import org.jspecify.annotations.NullMarked;
