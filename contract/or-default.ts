/** Fields that a request may leave out. */
import type { z } from "zod";

/**
 * The schema, whose value is that of `missing` if the field is left out. In contrast to zod's `default`, the OpenAPI
 * document gets no `default`: generators of typed clients take a field that has one for required. So the description
 * states it, as `Default: ….`
 */
export function orDefault<Schema extends z.ZodType>(schema: Schema, missing: z.input<Schema>) {
  return schema.optional().transform((given) => (given === undefined ? schema.parse(missing) : given));
}
