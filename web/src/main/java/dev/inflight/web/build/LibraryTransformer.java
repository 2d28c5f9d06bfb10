package dev.inflight.web.build;

import java.util.ArrayList;
import java.util.List;
import org.teavm.model.AccessLevel;
import org.teavm.model.BasicBlock;
import org.teavm.model.ClassHolder;
import org.teavm.model.ClassHolderTransformer;
import org.teavm.model.ClassHolderTransformerContext;
import org.teavm.model.ClassReader;
import org.teavm.model.ElementModifier;
import org.teavm.model.FieldHolder;
import org.teavm.model.Instruction;
import org.teavm.model.MethodDescriptor;
import org.teavm.model.MethodHolder;
import org.teavm.model.MethodReader;
import org.teavm.model.MethodReference;
import org.teavm.model.Program;
import org.teavm.model.ValueType;
import org.teavm.model.Variable;
import org.teavm.model.instructions.InvocationType;
import org.teavm.model.instructions.ConstructInstruction;
import org.teavm.model.instructions.GetFieldInstruction;
import org.teavm.model.instructions.InvokeInstruction;
import org.teavm.model.instructions.RaiseInstruction;
import org.teavm.model.instructions.StringConstantInstruction;

/**
 * Transformer of classes on their way into the compiler. It redirects calls of methods that TeaVM's library lacks to this
 * module, makes methods fail when called if they use classes that a browser lacks, and marks the components of records that are
 * numbers of nodes.
 */
public final class LibraryTransformer implements ClassHolderTransformer {
  private static final String NODE_NUMBER = "dev.inflight.net.topology.name.NodeNumber";
  private static final String VAR_HANDLE = "java.lang.invoke.VarHandle";

  @Override
  public void transformClass(ClassHolder type, ClassHolderTransformerContext context) {
    if (type.getName().startsWith(LibraryNames.PACKAGE)) {
      return;
    }
    markComponents(type);
    for (MethodHolder method : type.getMethods()) {
      if (method.getProgram() == null) {
        continue;
      }
      if (type.getName().startsWith("dev.inflight.") && usesAbsent(method)) {
        refuse(type, method);
        continue;
      }
      for (BasicBlock block : method.getProgram().getBasicBlocks()) {
        for (Instruction instruction : block) {
          if (instruction instanceof InvokeInstruction call) {
            redirect(call, context);
          }
        }
      }
    }
  }

  private static void markComponents(ClassHolder type) {
    for (FieldHolder field : List.copyOf(type.getFields())) {
      if ("java.lang.Record".equals(type.getParent()) && field.getAnnotations().get(NODE_NUMBER) != null) {
        var mark = new FieldHolder("mark$NodeNumber$" + field.getName());
        mark.setType(ValueType.INTEGER);
        mark.setLevel(AccessLevel.PUBLIC);
        mark.getModifiers().add(ElementModifier.STATIC);
        type.addField(mark);
      }
    }
  }

  private static boolean usesAbsent(MethodHolder method) {
    for (BasicBlock block : method.getProgram().getBasicBlocks()) {
      for (var part : block.getTryCatchBlocks()) {
        if (part.getExceptionType() != null && LibraryNames.isAbsent(part.getExceptionType())) {
          return true;
        }
      }
      for (Instruction instruction : block) {
        if (instruction instanceof InvokeInstruction call && LibraryNames.isAbsent(call.getMethod().getClassName())
            || instruction instanceof ConstructInstruction made && LibraryNames.isAbsent(made.getType())
            || instruction instanceof GetFieldInstruction got && LibraryNames.isAbsent(got.getField().getClassName())) {
          return true;
        }
      }
    }
    return false;
  }

  private static void refuse(ClassHolder type, MethodHolder method) {
    Program program = new Program();
    for (int at = 0; at <= method.parameterCount(); at++) {
      program.createVariable();
    }
    BasicBlock block = program.createBasicBlock();
    var text = new StringConstantInstruction();
    text.setConstant(type.getName() + "." + method.getName());
    text.setReceiver(program.createVariable());
    var made = new InvokeInstruction();
    made.setType(InvocationType.SPECIAL);
    made.setMethod(new MethodReference(LibraryNames.PACKAGE + "Absent", "refusal", ValueType.object("java.lang.String"),
        ValueType.object("java.lang.RuntimeException")));
    made.setArguments(text.getReceiver());
    made.setReceiver(program.createVariable());
    var raised = new RaiseInstruction();
    raised.setException(made.getReceiver());
    block.add(text);
    block.add(made);
    block.add(raised);
    method.setProgram(program);
  }

  private static void redirect(InvokeInstruction call, ClassHolderTransformerContext context) {
    MethodReference called = call.getMethod();
    if (called.getClassName().equals(VAR_HANDLE) && called.getName().equals("get")) {
      ValueType result = called.getReturnType();
      String width = result == ValueType.SHORT ? "Short" : result == ValueType.INTEGER ? "Int" : "Long";
      call.setMethod(new MethodReference(VAR_HANDLE, "get" + width, called.getSignature()));
      return;
    }
    String more = LibraryNames.METHODS.get(called.getClassName());
    if (more == null) {
      return;
    }
    List<ValueType> signature = new ArrayList<>();
    if (call.getInstance() != null) {
      signature.add(ValueType.object(called.getClassName()));
    }
    signature.addAll(List.of(called.getSignature()));
    ClassReader stand = context.getHierarchy().getClassSource().get(more);
    MethodReader there = stand == null ? null : find(stand, called.getName(), signature);
    if (there == null) {
      return;
    }
    List<Variable> arguments = new ArrayList<>();
    if (call.getInstance() != null) {
      arguments.add(call.getInstance());
    }
    arguments.addAll(call.getArguments());
    call.setMethod(there.getReference());
    call.setInstance(null);
    call.setType(InvocationType.SPECIAL);
    call.setArguments(arguments.toArray(Variable[]::new));
  }

  private static MethodReader find(ClassReader stand, String name, List<ValueType> signature) {
    for (MethodReader method : stand.getMethods()) {
      MethodDescriptor descriptor = method.getDescriptor();
      if (name.equals(descriptor.getName())
          && List.of(descriptor.getParameterTypes()).equals(signature.subList(0, signature.size() - 1))) {
        return method;
      }
    }
    return null;
  }
}
