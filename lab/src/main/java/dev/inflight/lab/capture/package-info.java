/** The packets of a capture in words: {@code inflight decode}. Read {@link PacketDescriber} first. */
@NullMarked
package dev.inflight.lab.capture;

import org.jspecify.annotations.NullMarked;
