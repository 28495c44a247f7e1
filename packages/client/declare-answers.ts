import ts from "typescript";

/** Each generic type, and the exported table that holds it for every call. */
const tables = new Map([
  ["CallArguments", "Arguments"],
  ["CallResult", "Results"],
]);

/**
 * Writes out the types that a module exports, without the schemas they are made from.
 * @param file the module's path
 * @returns the text of a declaration file that imports nothing
 */
export function declareAnswers(file: string): string {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    types: ["node"],
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  });
  const [fault] = ts.getPreEmitDiagnostics(program);
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} exports nothing.`);
  const generics = [...tables].map(
    ([name, table]) => `export type ${name}<Name extends ReadName> = ${table}[Name];\n`,
  );
  const exported = checker.getExportsOfModule(module).filter(({ name }) => !tables.has(name));
  const types = exported.map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const type = checker.getDeclaredTypeOfSymbol(target);
    const { length } = new TypeWriter(checker, new Map()).write(type);
    return { name: symbol.name, type, doc: docOf(target, checker), length };
  });
  /** The names of the types written so far, by their text. A type's text is longer than those of the types in it. */
  const names = new Map<string, string>();
  const declarations = types
    .sort((one, other) => one.length - other.length)
    .map(({ name, type, doc }) => {
      const text = new TypeWriter(checker, names).write(type);
      names.set(text, name);
      return `${doc}export type ${name} = ${text};\n`;
    });
  return [...declarations, ...generics].join("\n");
}

class TypeWriter {
  readonly checker: ts.TypeChecker;
  readonly names: ReadonlyMap<string, string>;

  constructor(checker: ts.TypeChecker, names: ReadonlyMap<string, string>) {
    this.checker = checker;
    this.names = names;
  }

  /** The text of a type. Uses known names for the types in it, never for the type itself. */
  write(type: ts.Type): string {
    const { checker } = this;
    if (type.flags & ts.TypeFlags.Any) throw new Error("An answer could be anything.");
    if (type.flags & ts.TypeFlags.Boolean) return "boolean";
    if (type.isUnion()) return this.writeUnion(type);
    if (checker.isArrayType(type)) {
      const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return `Array<${item === undefined ? "unknown" : this.refer(item)}>`;
    }
    if (checker.isTupleType(type)) return this.writeTuple(type);
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection();
    return isObject ? this.writeObject(type) : checker.typeToString(type);
  }

  /** The name of a type, or its text. */
  refer(type: ts.Type): string {
    if (type.isClassOrInterface()) return type.symbol.name;
    const text = this.write(type);
    return this.names.get(text) ?? text;
  }

  writeUnion(type: ts.UnionType): string {
    const isBoolean = (one: ts.Type) => (one.flags & ts.TypeFlags.BooleanLiteral) !== 0;
    const isEmpty = (one: ts.Type) =>
      (one.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
    const others = type.types.filter((one) => !isBoolean(one) && !isEmpty(one));
    const booleans = type.types.filter(isBoolean);
    const texts = others.map((one) => this.refer(one));
    const name = this.names.get(texts.join(" | "));
    if (name !== undefined) texts.splice(0, texts.length, name);
    if (booleans.length === 2) texts.push("boolean");
    else texts.push(...booleans.map((one) => this.checker.typeToString(one)));
    texts.push(...type.types.filter(isEmpty).map((one) => this.checker.typeToString(one)));
    return texts.join(" | ");
  }

  /** The arguments of a call end with optional options. Other tuples have no optional items. */
  writeTuple(type: ts.Type): string {
    const { checker } = this;
    const items = checker.getPropertiesOfType(type).filter(({ name }) => /^\d+$/.test(name));
    const [, options] = items;
    const isArguments = options !== undefined && (options.flags & ts.SymbolFlags.Optional) !== 0;
    const texts = items.map((item, at) =>
      isArguments
        ? this.writeMember(item, at === 0 ? "input" : "options")
        : this.refer(checker.getTypeOfSymbol(item)),
    );
    return `[${texts.join(", ")}]`;
  }

  writeMember(member: ts.Symbol, label: string): string {
    const optional = (member.flags & ts.SymbolFlags.Optional) !== 0 ? "?" : "";
    return `${label}${optional}: ${this.refer(this.checker.getTypeOfSymbol(member))}`;
  }

  writeObject(type: ts.Type): string {
    const { checker } = this;
    const indexes = checker.getIndexInfosOfType(type).map(({ keyType, type: value }) => {
      return `[key: ${checker.typeToString(keyType)}]: ${this.refer(value)};`;
    });
    const members = checker.getPropertiesOfType(type).map((property) => {
      return `${docOf(property, checker)}${this.writeMember(property, /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name))};`;
    });
    const lines = [...indexes, ...members].flatMap((member) => member.split("\n"));
    return lines.length === 0 ? "{}" : `{\n${lines.map((line) => `  ${line}\n`).join("")}}`;
  }
}

/** The comment above a declaration, with a line break after it; empty if it has none. */
function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text === "" ? "" : `/** ${text.replaceAll("\n", " ")} */\n`;
}
