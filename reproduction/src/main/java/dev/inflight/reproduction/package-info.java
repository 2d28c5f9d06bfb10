/** The paper command: runs figures' scenarios and writes claims and charts. Read {@link PaperRun} first. */
@NullMarked
package dev.inflight.reproduction;

import org.jspecify.annotations.NullMarked;
