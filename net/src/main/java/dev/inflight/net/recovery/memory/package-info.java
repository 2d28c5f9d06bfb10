/** Memory of the two ends of a loss recovery, without its rules: packets sent, ranges of bytes, round-trip times. */
@NullMarked
package dev.inflight.net.recovery.memory;

import org.jspecify.annotations.NullMarked;
