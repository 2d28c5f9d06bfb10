/** Classes of {@code java.lang} that TeaVM lacks, with a T before their names. */
@NullMarked
package dev.inflight.web.library.java.lang;

import org.jspecify.annotations.NullMarked;
