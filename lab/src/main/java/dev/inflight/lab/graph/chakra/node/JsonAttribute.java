package dev.inflight.lab.graph.chakra.node;

import dev.inflight.lab.graph.chakra.node.Attribute.UnsuitedValue;
import dev.inflight.lab.print.Quoted;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Named value of a node in JSON. Its fields may be in any order, so the value is interpreted at the end. */
final class JsonAttribute {
  /** Names of collectives, by number of the type. */
  private static final List<String> COLLECTIVES = List.of("ALL_REDUCE", "REDUCE", "ALL_GATHER", "GATHER", "SCATTER", "BROADCAST",
      "ALL_TO_ALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BARRIER");
  /** Kinds of values of {@code AttributeProto}, which has a field {@code _val} and a field {@code _list} for each. */
  private static final Set<String> KINDS = Set.of("double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64",
      "fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes");

  private final JsonParser json;
  private String name = "";
  /** First token of the value; null in JSON: no value. */
  private JsonToken token = JsonToken.VALUE_NULL;
  private String text = "";
  /** True if each value of a list is true. */
  private boolean all;

  JsonAttribute(JsonParser json) {
    this.json = json;
  }

  /** Returns the name of a field in {@code et_def.proto}: {@code int64_val} for {@code int64Val}. */
  static String protoName(String name) {
    if (name.chars().noneMatch(Character::isUpperCase)) {
      return name;
    }
    var proto = new StringBuilder();
    for (int at = 0; at < name.length(); at++) {
      char letter = name.charAt(at);
      if (Character.isUpperCase(letter) && at > 0) {
        proto.append('_');
      }
      proto.append(Character.toLowerCase(letter));
    }
    return proto.toString();
  }

  /** Reports whether a field of a node is such a value itself, outside the list of attributes. */
  static boolean isNamed(String field) {
    return ChakraNode.isNumber(field) || field.equals(ChakraNode.GROUP) || field.equals("involved_dim");
  }

  /** Reads the object that the parser is at, and gives its value to the node. */
  void read(ChakraNode node) throws UnsuitedValue {
    name = "";
    token = JsonToken.VALUE_NULL;
    String unknown = null;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String written = json.currentName();
      String field = protoName(written);
      json.nextToken();
      if (field.equals("name")) {
        name = json.getString();
        json.skipChildren();
      } else if (KINDS.contains(field.replaceFirst("_(val|list)$", "")) && field.contains("_")) {
        readValue(field.endsWith("_list"));
      } else {
        unknown = field.equals("doc_string") ? unknown : written;
        json.skipChildren();
      }
    }
    if (unknown != null) {
      throw new UnsuitedValue("field " + Quoted.of(unknown) + " of attribute " + Quoted.of(name)
          + " is not known; a value is in a" + " field such as int64Val, stringVal or boolList");
    }
    interpret(node);
  }

  /** Reads the value of a field of the node, which the parser is at. */
  void readField(ChakraNode node, String field) throws UnsuitedValue {
    name = field;
    token = JsonToken.VALUE_NULL;
    readValue(false);
    interpret(node);
  }

  private void readValue(boolean isList) {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (isList && json.currentToken() == JsonToken.START_OBJECT) {
      token = JsonToken.START_ARRAY;
      all = true;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        if (json.nextToken() == JsonToken.START_ARRAY) {
          readList();
        } else {
          json.skipChildren();
        }
      }
      return;
    }
    token = json.currentToken();
    if (token == JsonToken.START_ARRAY) {
      all = true;
      readList();
    } else if (token.isScalarValue()) {
      text = json.getString();
    } else {
      json.skipChildren();
    }
  }

  private void readList() {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      boolean isTrue = json.currentToken() == JsonToken.VALUE_TRUE
          || json.currentToken() == JsonToken.VALUE_NUMBER_INT && !json.getString().equals("0");
      all &= isTrue;
      json.skipChildren();
    }
  }

  private void interpret(ChakraNode node) throws UnsuitedValue {
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    switch (name) {
      case "involved_dim" -> {
        if (token != JsonToken.START_ARRAY) {
          throw new UnsuitedValue("attribute " + name + " is not a list of booleans");
        }
        node.partly = !all;
      }
      case ChakraNode.GROUP -> {
        if (!token.isScalarValue()) {
          throw new UnsuitedValue("attribute " + name + " is not a text");
        }
        node.group = text;
      }
      default -> {
        if (ChakraNode.isNumber(name)) {
          interpretNumber(node);
        } else if (name.startsWith("comm_")) {
          node.unknown = name;
        }
      }
    }
  }

  private void interpretNumber(ChakraNode node) throws UnsuitedValue {
    int collective = name.equals("comm_type") ? COLLECTIVES.indexOf(text.toUpperCase(Locale.ROOT)) : -1;
    if (token == JsonToken.VALUE_STRING && collective >= 0) {
      node.commType = collective;
    } else if (token == JsonToken.VALUE_NUMBER_FLOAT && name.equals("num_ops")) {
      node.work = Double.parseDouble(text);
    } else {
      long value = whole(token, text, name);
      if (value < 0) {
        throw new UnsuitedValue("attribute " + name + " is not a whole number of 0 or more");
      }
      node.number(name, value);
    }
  }

  /** Returns a whole number below 2^64, also from text; true counts as 1. */
  static long whole(JsonToken token, String text, String what) throws UnsuitedValue {
    return switch (token) {
      case VALUE_TRUE -> 1;
      case VALUE_FALSE -> 0;
      case VALUE_NUMBER_INT, VALUE_STRING -> {
        try {
          yield Long.parseUnsignedLong(text);
        } catch (NumberFormatException _) {
          throw new UnsuitedValue(what + " " + Quoted.of(text) + " is not a whole number of 0 or more");
        }
      }
      default -> throw new UnsuitedValue(what + " is not a whole number of 0 or more");
    };
  }
}
