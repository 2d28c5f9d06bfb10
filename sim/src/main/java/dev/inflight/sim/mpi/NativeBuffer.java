package dev.inflight.sim.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory outside the heap that can grow, and stays in place while C code works on it. */
final class NativeBuffer {
  private static final int ALIGNMENT_BYTES = 64; // of a cache line

  private MemorySegment memory;
  private ByteBuffer bytes;

  NativeBuffer(int capacityBytes) {
    memory = allocate(capacityBytes);
    bytes = view(memory);
  }

  private static MemorySegment allocate(long capacityBytes) {
    return Arena.ofAuto().allocate(capacityBytes, ALIGNMENT_BYTES); // until neither this object nor a caller refers to it
  }

  private static ByteBuffer view(MemorySegment of) {
    return of.asByteBuffer().order(ByteOrder.nativeOrder());
  }

  MemorySegment memory() {
    return memory;
  }

  /** The same memory; position and limit have no meaning here. */
  ByteBuffer bytes() {
    return bytes;
  }

  int capacityBytes() {
    return bytes.capacity();
  }

  /** Makes room for this many bytes, at least by doubling. Content, position and byte order stay. */
  void grow(int neededBytes) {
    if (neededBytes <= capacityBytes()) {
      return;
    }
    MemorySegment larger = allocate(Math.max(neededBytes, Math.min(2L * capacityBytes(), Integer.MAX_VALUE)));
    MemorySegment.copy(memory, 0, larger, 0, memory.byteSize());
    ByteBuffer view = view(larger).position(bytes.position());
    memory = larger;
    bytes = view;
  }
}
