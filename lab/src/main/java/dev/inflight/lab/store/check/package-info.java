/**
 * Checks that a run's folder holds the files that its run wrote, and that its numbers agree with each other: commands that read such
 * folders call {@link dev.inflight.lab.store.check.FolderCheck}, and {@link dev.inflight.lab.store.check.Rules} lists the conditions.
 */
@NullMarked
package dev.inflight.lab.store.check;

import org.jspecify.annotations.NullMarked;
