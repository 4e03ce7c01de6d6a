/** A declared type in one text, without names of other types. */
import ts from "typescript";

const PLAIN = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Boolean | ts.TypeFlags.Null;
const LITERAL = ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral;

/** Fails for what JSON cannot hold. */
export function printType(type: ts.Type, checker: ts.TypeChecker): string {
  const print = (part: ts.Type) => printType(part, checker);
  if (type.flags & (PLAIN | LITERAL | ts.TypeFlags.Unknown)) return checker.typeToString(type);
  if (type.isUnion()) return type.types.map(print).join(" | ");
  if (checker.isArrayType(type)) {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return `Array<${element ? print(element) : "never"}>`;
  }
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
    throw new Error(`${checker.typeToString(type)} is not in a JSON document.`);
  const rest = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const properties = checker.getPropertiesOfType(type).map((property) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const value = checker.getTypeOfSymbol(property);
    const text = print(isOptional ? checker.getNonNullableType(value) : value);
    return `${JSON.stringify(property.name)}${isOptional ? "?" : ""}: ${text}`;
  });
  return `{ ${[...properties, ...(rest ? [`[name: string]: ${print(rest)}`] : [])].join("; ")} }`;
}
