/** Capture files, read and written: pcap, pcapng, gzip'd ones. Read {@link CaptureReader} first. */
@NullMarked
package dev.inflight.wire.pcap;

import org.jspecify.annotations.NullMarked;
