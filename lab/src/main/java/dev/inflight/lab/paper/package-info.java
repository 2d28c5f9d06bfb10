/** The paper command: runs figures' scenarios and writes claims and charts. Read {@link PaperRun} first. */
@NullMarked
package dev.inflight.lab.paper;

import org.jspecify.annotations.NullMarked;
