/**
 * Whether a run's folder holds what its run wrote, and whether its numbers agree with each other: {@link dev.inflight.lab.store.check.FolderCheck} is
 * asked by all that read such folders, and {@link dev.inflight.lab.store.check.Rules} lists what must agree.
 */
@NullMarked
package dev.inflight.lab.store.check;

import org.jspecify.annotations.NullMarked;
