/**
 * What tests of congestion control need: the rules that every scheme keeps to ({@link dev.inflight.cc.testing.SchemeContract}), a driver by
 * which tests read as stories ({@link dev.inflight.cc.testing.FlowDriver}), and stories from a seed. It is for tests on the class path.
 */
@NullMarked
package dev.inflight.cc.testing;

import org.jspecify.annotations.NullMarked;
