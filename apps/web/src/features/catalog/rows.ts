import type { CatalogItem } from '@binnacle/contract/catalog'
import * as z from 'zod/mini'

const texts = z.record(z.string(), z.string())

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
export type ConfigRow = CatalogItem

/** An item as others name it. */
export const configName = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  config_class: z.nullish(z.string()),
})
export type ConfigName = z.output<typeof configName>
