/** Classes of {@code java.lang.invoke} that TeaVM lacks. */
@NullMarked
package dev.inflight.web.library.java.lang.invoke;

import org.jspecify.annotations.NullMarked;
