/** Jobs during a run. Read {@link JobPart} first, which starts operations when their requirements are met. */
@NullMarked
package dev.inflight.sim.job;

import org.jspecify.annotations.NullMarked;
