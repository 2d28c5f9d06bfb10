/** Drivers that let tests of congestion control read as stories; for the tests of this module and of later ones. */
@NullMarked
package dev.inflight.cc.testing;

import org.jspecify.annotations.NullMarked;
