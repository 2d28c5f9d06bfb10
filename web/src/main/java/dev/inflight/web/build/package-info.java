/** Extensions of TeaVM, which compiles to WebAssembly. Read {@link LibraryNames} first. */
@NullMarked
package dev.inflight.web.build;

import org.jspecify.annotations.NullMarked;
