/** Schemas of options, built from their entries. */
import { z } from "zod";
import { orDefault } from "../or-default.ts";
import { formatPx, parseCssLength } from "./css-length.ts";
import { GROUP_MEANINGS } from "./group-meanings.ts";
import { type Group, type Input, isOption, type Option, type Output } from "./option.ts";
import { fallbackOf } from "./option-words.ts";
import { type TextFormat, textFormat } from "./text-formats.ts";

function textSchema(format: TextFormat | undefined, maxChars: number, minChars = 1): z.ZodString {
  const text = z.string().min(minChars).max(maxChars);
  if (!format) return text;
  const { accepts, message } = textFormat(format);
  return text.refine(accepts, { message });
}

/** Whether the texts have at most this many characters together. */
function hasAtMost(texts: readonly string[], maxChars: number): boolean {
  return texts.reduce((sum, text) => sum + text.length, 0) <= maxChars;
}

/** The item, or a plain text that stands for its option `name`. */
function orShort(item: z.ZodType, name: string): z.ZodType {
  const short = z
    .string()
    .transform((text): unknown => ({ [name]: text }))
    .pipe(item);
  return z.union([item, short], { error: `must be a text or an object with a valid ${name}` });
}

function valueSchema(option: Option): z.ZodType {
  switch (option.kind) {
    case "choice":
      return z.enum(option.values);
    case "flag":
      return z.boolean();
    case "integer":
      return z.number().int().min(option.min).max(option.max);
    case "number":
      return z.number().min(option.min).max(option.max);
    case "pixels":
      return z
        .number()
        .positive()
        .max(option.max)
        .overwrite((px) => Math.max(1, Math.round(px)));
    case "length": {
      const { minPx = 0, maxPx } = option;
      const isInside = (px: number | null) => px !== null && px >= minPx && px <= maxPx;
      const bounds = minPx > 0 ? `from ${minPx}px to ${maxPx}px` : `at most ${maxPx}px`;
      return z
        .string()
        .refine((text) => isInside(parseCssLength(text)), {
          message: `must be a length in px, cm, mm, Q, in, pc or pt, ${bounds}`,
        })
        .overwrite((text) => formatPx(parseCssLength(text) ?? 0));
    }
    case "text":
      return textSchema(option.format, option.maxChars, option.minChars);
    case "texts": {
      const { maxItems, maxChars } = option;
      const text = textSchema(option.format, maxChars);
      const list = z.array(text).max(maxItems);
      const what = option.format ? `, each of which ${textFormat(option.format).message}` : "";
      const message = `must be a text or a list of at most ${maxItems} texts, with at most ${maxChars} characters in total${what}`;
      return z
        .union([list, text.transform((one) => [one])], { error: message })
        .refine((texts) => hasAtMost(texts, maxChars), { message });
    }
    case "choices":
      return z.array(z.enum(option.values)).overwrite((names) => [...new Set(names)]);
    case "map": {
      const { maxItems, minChars, maxChars, nameFormat, format } = option;
      return z
        .record(z.string(), textSchema(format, maxChars, minChars))
        .superRefine((values, ctx) => {
          // A schema for the names reports them without its own message.
          for (const name of Object.keys(values)) {
            const { error } = textSchema(nameFormat, maxChars).safeParse(name);
            if (error) ctx.addIssue({ code: "custom", path: [name], message: error.issues[0]?.message });
          }
        })
        .refine((values) => Object.keys(values).length <= maxItems, {
          message: `must have at most ${maxItems} entries`,
        })
        .refine((values) => hasAtMost(Object.entries(values).flat(), maxChars), {
          message: `must have at most ${maxChars} characters in total`,
        });
    }
    case "list": {
      const item = groupSchema(option.item);
      return z.array(option.short ? orShort(item, option.short) : item).max(option.maxItems);
    }
    default:
      return option satisfies never;
  }
}

function optionSchema(option: Option): z.ZodType {
  const schema = valueSchema(option);
  const { meaning, default: value } = option;
  if (option.required) return schema.meta({ description: meaning });
  const given = value === null || option.when ? schema.optional() : orDefault(schema, value);
  return given.meta({ description: `${meaning} Default: ${fallbackOf(option)}.` });
}

type Values = Record<string, unknown>;

/**
 * The group's options that are accepted only with some values of another option, and whether its value is one of them.
 */
function conditional(group: Group, values: Values) {
  return Object.entries(group).flatMap(([name, option]) => {
    if (!isOption(option) || !option.when) return [];
    const chosen = values[option.when.option];
    const isAllowed = option.when.values.includes(String(chosen));
    return [{ name, option, chosen, when: option.when, isAllowed }];
  });
}

/** Whether the group has no value by default. */
function isUnset(group: Group): boolean {
  return Object.values(group).every((node) =>
    isOption(node) ? node.default === null && !node.when : isUnset(node),
  );
}

/** Schema of a group. The overload states the types, because TypeScript cannot infer them from a loop over entries. */
export function groupSchema<G extends Group>(group: G): z.ZodType<Output<G>, Input<G>>;
export function groupSchema(group: Group): z.ZodType {
  const shape = Object.entries(group).map(([name, node]) => {
    if (isOption(node)) return [name, optionSchema(node)] as const;
    const inner = groupSchema(node);
    const schema = isUnset(node) ? inner.optional() : orDefault(inner, {});
    return [name, schema.meta({ description: GROUP_MEANINGS[name] })] as const;
  });
  return z
    .strictObject(Object.fromEntries(shape))
    .superRefine((values: Values, ctx) => {
      for (const { name, option, chosen, when, isAllowed } of conditional(group, values)) {
        // A client may send all defaults.
        if (isAllowed || values[name] === undefined || values[name] === option.default) continue;
        const allowing = when.values.join(" or ");
        const message =
          chosen === undefined || typeof chosen === "boolean"
            ? `is accepted only with ${when.option}: ${allowing}`
            : `${chosen} has no ${name}; use ${allowing}`;
        ctx.addIssue({ code: "custom", path: [name], message });
      }
      for (const [name, node] of Object.entries(group)) {
        if (!isOption(node) || !node.needs || values[name] === undefined) continue;
        const [first = "", ...others] = [node.needs].flat();
        if ([first, ...others].some((needed) => values[needed] !== undefined)) continue;
        const unless = others.length > 0 ? ` if ${others.join(" and ")} is missing` : "";
        ctx.addIssue({ code: "custom", path: [first], message: `is required with ${name}${unless}` });
      }
      for (const [name, { without }] of Object.entries(group)) {
        if (typeof without !== "string" || values[name] === undefined || values[without] === undefined)
          continue;
        ctx.addIssue({ code: "custom", path: [name], message: `cannot be used with ${without}` });
      }
    })
    .overwrite((values: Values) => {
      const known = { ...values };
      for (const { name, option, isAllowed } of conditional(group, values)) {
        if (!isAllowed) delete known[name];
        else if (option.default !== null && known[name] === undefined) known[name] = option.default;
      }
      return known;
    });
}
