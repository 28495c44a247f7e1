import { z } from "zod";

/** The parts of JSON Schema that the API's document uses. */
const schemaSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  uniqueItems: z.boolean().optional(),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
});
type Schema = z.infer<typeof schemaSchema>;

/** A JSON Schema in the words of TypeScript, with its limits as remarks. */
export function describeSchema(value: unknown, indent = ""): string {
  const schema = schemaSchema.safeParse(value).data;
  if (schema === undefined) return "any value";
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return describeChoice(schema.enum.map(quote), indent);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    const texts = alternatives.map((alternative) => describeSchema(alternative, indent));
    return texts.join(" | ");
  }
  if (schema.type === "object") return describeObject(schema, indent);
  if (schema.type === "array") {
    return `${describeSchema(schema.items, indent)}[]${remark(listLimits(schema))}`;
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : schema.type;
  return `${type ?? "any value"}${remark(limitsOf(schema))}`;
}

function describeObject({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${inner}${name}${mark}: ${describeSchema(schema, inner)}\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

/** Few choices stand in one line, many below each other. */
function describeChoice(choices: string[], indent: string): string {
  const line = choices.join(" | ");
  if (line.length <= 72) return line;
  return choices.map((choice) => `\n${indent}  | ${choice}`).join("");
}

function limitsOf({ format, minimum, exclusiveMinimum, maximum, maxLength }: Schema): string[] {
  return [
    ...(format === undefined ? [] : [format]),
    ...(minimum === undefined || minimum < -1e15 ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined || maximum > 1e15 ? [] : [`up to ${maximum}`]),
    ...(maxLength === undefined ? [] : [`up to ${maxLength} long`]),
  ];
}

function listLimits({ minItems, maxItems, uniqueItems }: Schema): string[] {
  return [
    ...(minItems === undefined ? [] : [`at least ${minItems}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
    ...(uniqueItems === true ? ["each once"] : []),
  ];
}

function remark(limits: string[]): string {
  return limits.length === 0 ? "" : ` (${limits.join(", ")})`;
}

function quote(value: unknown): string {
  return JSON.stringify(value);
}
