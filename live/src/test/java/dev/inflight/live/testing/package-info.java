/** How tests of this module and of later ones start programs without privileges. */
@NullMarked
package dev.inflight.live.testing;

import org.jspecify.annotations.NullMarked;
