/** Reading and writing of capture files: pcap and pcapng, plain or gzipped. Read {@link CaptureReader} first. */
@NullMarked
package dev.inflight.wire.pcap;

import org.jspecify.annotations.NullMarked;
