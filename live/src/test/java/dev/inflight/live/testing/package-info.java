/** Start of programs without privileges, for tests of this module and of later ones. */
@NullMarked
package dev.inflight.live.testing;

import org.jspecify.annotations.NullMarked;
