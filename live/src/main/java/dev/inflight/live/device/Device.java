package dev.inflight.live.device;

import dev.inflight.live.loop.Source;

/**
 * Interface of the machine that receives and sends frames. It belongs to its loop's thread, except for {@link #close}, which is
 * called after that thread has ended.
 *
 * <p>A device without its interface (removed, or down) drops all sent frames, and reports it by {@link #isUp}.
 */
public interface Device extends Source, AutoCloseable {
  /** Kernel interface for frames. */
  enum Kind {
    /** AF_XDP: frames are in memory shared with the kernel. */
    XDP,
    /** AF_PACKET with a ring of version 2: the kernel copies each frame. */
    PACKET_RING,
    /** Ordinary UDP socket, which needs no privilege: the kernel handles the headers up to UDP. */
    UDP,
    /** No kernel interface: frames go to another device of this process. */
    MEMORY
  }

  /** Kernel interface for frames. */
  Kind kind();

  /** Name of the interface. */
  String name();

  /** MAC address of the interface, in the low 48 bits; 0 for one without. */
  long mac();

  /** Memory of its frames; a device {@linkplain FrameMemory#addDevice reports to it} that it is open, and that it is closed. */
  FrameMemory memory();

  /** Longest accepted frame, in bytes, without a frame check sequence. */
  int largestFrameBytes();

  /** True if frames can be received and sent now. */
  boolean isUp();

  /** Sets the receiver of arriving frames, before its loop runs. */
  void deliverTo(FrameTaker taker);

  /**
   * Sends a frame; its chunk belongs to the device, which returns it to the memory when the kernel has finished with it.
   *
   * @param at index of its first byte in the memory
   * @return false if the frame was dropped for lack of room or because the interface is down; the chunk was returned
   */
  boolean send(long at, int length);

  /** Makes the kernel process the frames sent since the last call. */
  void flush();

  /** Counters of received and sent frames. */
  DeviceCounters counters();

  @Override
  void close();
}
