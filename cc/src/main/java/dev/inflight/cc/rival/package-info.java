/**
 * Algorithms that HPCC is compared with, one file each: DCQCN, TIMELY, DCTCP, Swift, PowerTCP, NSCC, RCCC, and two without
 * control. Read {@link FixedWindow} first, the smallest.
 */
@NullMarked
package dev.inflight.cc.rival;

import org.jspecify.annotations.NullMarked;
