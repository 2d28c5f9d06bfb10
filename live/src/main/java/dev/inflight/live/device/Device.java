package dev.inflight.live.device;

import dev.inflight.live.loop.Source;

/**
 * An interface of the machine, from which frames come and to which they go. It belongs to its loop's thread, but for {@link #close}, which
 * comes when that has ended.
 *
 * <p>A device that vanishes (its interface is removed, or goes down) drops what is sent, and says so by {@link #isUp}.
 */
public interface Device extends Source, AutoCloseable {
  /** Which way the kernel is asked for frames. */
  enum Kind {
    /** AF_XDP: frames are in memory that the kernel and we share. */
    XDP,
    /** AF_PACKET with a ring of version 2: the kernel copies each frame. */
    PACKET_RING,
    /** An ordinary UDP socket, which needs no privilege: the kernel has the headers up to UDP. */
    UDP,
    /** No interface at all: frames go to another device of this process. */
    MEMORY
  }

  /** Which way the kernel is asked for frames. */
  Kind kind();

  /** The interface's name. */
  String name();

  /** The interface's MAC address, in the low 48 bits; 0 for one without. */
  long mac();

  /** Where its frames stand; a device says {@linkplain FrameMemory#addDevice there} that it is open, and that it is closed. */
  FrameMemory memory();

  /** The longest frame that it takes, in bytes, without a frame check sequence. */
  int largestFrameBytes();

  /** Whether frames may come and go now. */
  boolean isUp();

  /** Who takes the frames that arrive; set before its loop runs. */
  void deliverTo(FrameTaker taker);

  /**
   * Sends a frame; its chunk belongs to the device, which gives it back to the memory when the kernel needs it no more.
   *
   * @param at index of its first byte in the memory
   * @return false when it was dropped, as there was no room or the interface is down; the chunk was given back
   */
  boolean send(long at, int length);

  /** Makes the kernel look at what was sent since the last time. */
  void flush();

  /** What has come and gone so far. */
  DeviceCounters counters();

  @Override
  void close();
}
