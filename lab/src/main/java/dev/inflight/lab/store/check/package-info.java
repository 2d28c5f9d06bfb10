/**
 * Checks that a run's folder has the files that its run wrote, and that its numbers agree with each other. Commands that read it
 * call {@link dev.inflight.lab.store.check.FolderCheck}; {@link dev.inflight.lab.store.check.Rules} has the conditions.
 */
@NullMarked
package dev.inflight.lab.store.check;

import org.jspecify.annotations.NullMarked;
