/** Frames as they are on the wire: the layouts of their headers, their checksums, and what hosts and switches do to them. */
@NullMarked
package dev.inflight.net.frame;

import org.jspecify.annotations.NullMarked;
