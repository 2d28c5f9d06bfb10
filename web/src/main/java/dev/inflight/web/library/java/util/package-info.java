/** Classes of {@code java.util} that TeaVM lacks. */
@NullMarked
package dev.inflight.web.library.java.util;

import org.jspecify.annotations.NullMarked;
