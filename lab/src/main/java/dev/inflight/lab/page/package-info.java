/** Reports: what runs gave, as one file for a browser that needs nothing else. */
@NullMarked
package dev.inflight.lab.page;

import org.jspecify.annotations.NullMarked;
