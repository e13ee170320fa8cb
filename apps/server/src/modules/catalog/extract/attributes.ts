import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { CommonScraperSpec } from '@binnacle/plugin-kit/scrapers'
import { readTime } from '@binnacle/scripting/layout'
import { isPath, textFields } from '../scraper-spec/scripts.ts'
import { scalarText } from './documents.ts'
import type { Draft } from './draft.ts'
import type { Scripting } from './scripting.ts'

const healths = new Map<string, Draft['health']>([
  ['healthy', 'healthy'],
  ['unhealthy', 'unhealthy'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['unknown', 'unknown'],
])

async function textAt(
  scripting: Scripting,
  path: string,
  config: Draft['config'],
): Promise<Result<string | undefined, string>> {
  const found = await scripting.paths(path, config)
  if (!found.ok) return found
  for (const { value } of found.value) {
    const text = scalarText(value)
    if (text !== undefined) return succeed(text)
  }
  return succeed(undefined)
}

/** The first time that one of the paths leads to. */
async function timeAt(
  scripting: Scripting,
  paths: readonly string[],
  config: Draft['config'],
  layout: string | undefined,
): Promise<Result<Date | undefined, string>> {
  for (const path of paths) {
    const text = await textAt(scripting, path, config)
    if (!text.ok) return text
    const time = text.value === undefined ? undefined : readTime(text.value, layout)
    if (time !== undefined) return succeed(time)
  }
  return succeed(undefined)
}

async function tagsOf(
  scripting: Scripting,
  tags: CommonScraperSpec['tags'],
  draft: Draft,
): Promise<Result<Record<string, string>, string>> {
  const found: Record<string, string> = {}
  for (const { name, value, label, jsonpath } of tags ?? []) {
    const text: Result<string | undefined, string> =
      jsonpath === undefined
        ? succeed(value ?? (label === undefined ? undefined : draft.labels[label]))
        : await textAt(scripting, jsonpath, draft.config)
    if (!text.ok) return fail(`tags: ${text.failure}`)
    if (text.value !== undefined) found[name] = text.value
  }
  return succeed(found)
}

/** Sets what the spec says of an item. A path that finds nothing says nothing. */
export async function withAttributes(
  draft: Draft,
  common: CommonScraperSpec,
  scripting: Scripting,
): Promise<Result<Draft, string>> {
  const values: Partial<Record<(typeof textFields)[number], string>> = {}
  for (const field of textFields) {
    const written = common[field]
    if (written === undefined) continue
    const text: Result<string | undefined, string> = isPath(written)
      ? await textAt(scripting, written, draft.config)
      : succeed(written)
    if (!text.ok) return fail(`${field}: ${text.failure}`)
    if (text.value !== undefined) values[field] = text.value
  }
  const { timestampFormat: layout } = common
  const created = await timeAt(scripting, common.createFields ?? [], draft.config, layout)
  if (!created.ok) return fail(`createFields: ${created.failure}`)
  const deleted = await timeAt(scripting, common.deleteFields ?? [], draft.config, layout)
  if (!deleted.ok) return fail(`deleteFields: ${deleted.failure}`)
  const { id, health, ...texts } = values
  const named = {
    ...draft,
    ...texts,
    externalId: id ?? draft.externalId,
    // Its former id still leads to it.
    aliases:
      id === undefined || draft.externalId === undefined || common.items !== undefined
        ? draft.aliases
        : [...draft.aliases, draft.externalId],
    health: (health === undefined ? undefined : healths.get(health.toLowerCase())) ?? draft.health,
    createdAt: created.value ?? draft.createdAt,
    deletedAt: deleted.value ?? draft.deletedAt,
    deleteReason: deleted.value === undefined ? draft.deleteReason : ('FROM_DELETE_FIELD' as const),
    labels: { ...common.labels, ...draft.labels },
  }
  const tags = await tagsOf(scripting, common.tags, named)
  if (!tags.ok) return tags
  const all = { ...named.tags, ...tags.value }
  return succeed({ ...named, tags: all, labels: { ...all, ...named.labels, ...tags.value } })
}
