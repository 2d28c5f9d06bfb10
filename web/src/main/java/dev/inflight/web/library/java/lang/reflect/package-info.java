/** Classes of {@code java.lang.reflect} that TeaVM lacks. */
@NullMarked
package dev.inflight.web.library.java.lang.reflect;

import org.jspecify.annotations.NullMarked;
