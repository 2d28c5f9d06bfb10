package dev.inflight.lab.capture;

import dev.inflight.wire.pcap.CaptureReader;
import java.io.OutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** One JSON object for each packet, on its own line. */
public final class JsonPackets implements PacketPrinter {
  private final JsonGenerator json;

  /** Writes to this stream, which stays open. */
  public JsonPackets(OutputStream out) {
    json = JsonFactory.builder().rootValueSeparator("").disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM).build().createGenerator(ObjectWriteContext.empty(), out);
  }

  @Override
  public void begin(long number, long timeNs, int bytes, int capturedBytes) {
    json.writeStartObject();
    json.writeNumberProperty("packet", number);
    if (timeNs == CaptureReader.NO_TIME) {
      json.writeNullProperty("timeNs");
    } else {
      json.writeNumberProperty("timeNs", timeNs);
    }
    json.writeNumberProperty("bytes", bytes);
    json.writeNumberProperty("capturedBytes", capturedBytes);
  }

  @Override
  public void way(String source, String destination) {
    json.writeStringProperty("source", source);
    json.writeStringProperty("destination", destination);
  }

  @Override
  public void kind(String word) {
    json.writeStringProperty("kind", word);
  }

  @Override
  public void field(String name, long value) {
    json.writeNumberProperty(name, value);
  }

  @Override
  public void field(String name, String value) {
    json.writeStringProperty(name, value);
  }

  @Override
  public void field(String name, boolean value) {
    json.writeBooleanProperty(name, value);
  }

  @Override
  public void unavailable(String name) {
    json.writeNullProperty(name);
  }

  @Override
  public void open(String name) {
    if (json.streamWriteContext().inArray()) {
      json.writeStartObject();
    } else {
      json.writeObjectPropertyStart(name);
    }
  }

  @Override
  public void close() {
    json.writeEndObject();
  }

  @Override
  public void openList(String name) {
    json.writeArrayPropertyStart(name);
  }

  @Override
  public void closeList() {
    json.writeEndArray();
  }

  @Override
  public void end() {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  /** Flushes the output. */
  public void flush() {
    json.flush();
  }
}
