/** HPCC and its variants (SIGCOMM'19, the HPCC++ drafts). Read {@link Hpcc} first; {@link InflightMeter} computes U. */
@NullMarked
package dev.inflight.cc.hpcc;

import org.jspecify.annotations.NullMarked;
