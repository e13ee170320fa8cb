import { itemOwner } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'

const texts = z.record(z.string(), z.string())
const nullableText = z.nullable(z.string())
const cost = z.nullish(z.coerce.number())

/** Numbers by name, without those that are not numbers. */
export const counts = z.pipe(
  z.nullish(z.record(z.string(), z.number())),
  z.transform((found): Readonly<Record<string, number>> => found ?? {}),
)

/** Labels or tags; values that are no texts become texts. */
export const tags = z.pipe(
  z.nullish(z.record(z.string(), z.unknown())),
  z.transform((found): Readonly<Record<string, string>> =>
    texts.parse(
      Object.fromEntries(
        Object.entries(found ?? {}).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    ),
  ),
)

/** What lists show of an item. Source: CAT-036 to CAT-038. */
export const configRow = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  config_class: nullableText,
  status: nullableText,
  health: nullableText,
  labels: tags,
  tags,
  created_at: nullableText,
  updated_at: nullableText,
  deleted_at: nullableText,
  cost_per_minute: cost,
  cost_total_1d: cost,
  cost_total_7d: cost,
  cost_total_30d: cost,
  changes: z.pipe(
    z.nullish(z.number()),
    z.transform((count) => count ?? 0),
  ),
  analysis: counts,
  agent_id: z.nullish(z.string()),
  owner: z.nullish(itemOwner),
  /** Values of fields that people added, by their names. */
  fields: z.pipe(
    z.nullish(z.record(z.string(), z.union([z.string(), z.number()]))),
    z.transform((found) => found ?? {}),
  ),
})
export type ConfigRow = z.output<typeof configRow>

/** An item as others name it. */
export const configName = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  config_class: z.nullish(z.string()),
})
export type ConfigName = z.output<typeof configName>
