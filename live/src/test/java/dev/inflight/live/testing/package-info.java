/** How tests of this module and of later ones start programs without privileges. */
package dev.inflight.live.testing;
