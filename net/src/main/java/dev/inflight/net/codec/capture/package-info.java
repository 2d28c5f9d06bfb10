/** The frames that pass a port, written down. Read {@link CaptureWire} first. */
@NullMarked
package dev.inflight.net.codec.capture;

import org.jspecify.annotations.NullMarked;
