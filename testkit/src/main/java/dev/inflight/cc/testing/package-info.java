/**
 * Support for tests of congestion control: the contract of all schemes ({@link dev.inflight.cc.testing.SchemeContract}), a
 * driver for tests in the form of stories ({@link dev.inflight.cc.testing.FlowDriver}), and stories from a seed. It is for
 * tests on the class path.
 */
@NullMarked
package dev.inflight.cc.testing;

import org.jspecify.annotations.NullMarked;
