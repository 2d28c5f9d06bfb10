/** Why a flow took as long as it did: its run again, with an eye on every packet of it. */
@NullMarked
package dev.inflight.lab.explain;

import org.jspecify.annotations.NullMarked;
