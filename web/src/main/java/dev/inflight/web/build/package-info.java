/** What the build adds to TeaVM, which compiles to WebAssembly. {@link LibraryNames} is the type to read first. */
@NullMarked
package dev.inflight.web.build;

import org.jspecify.annotations.NullMarked;
