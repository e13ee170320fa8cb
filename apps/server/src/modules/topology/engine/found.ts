import { fail, type Result, succeed } from '@binnacle/contract/core'
import { isRecord, labels, parseBoundedJson } from '@binnacle/plugin-kit/core'
import { z } from 'zod'
import { componentFields } from '../spec/fields.ts'
import type { Path } from '../spec/topology.ts'
import {
  type Draft,
  draftOf,
  healthOf,
  mergeProperty,
  numberOf,
  present,
  propertyOf,
  textOf,
} from './draft.ts'
import {
  MOST_CHARACTERS,
  MOST_FOUND,
  MOST_ITEM_PROBLEMS,
  MOST_LEVELS,
  MOST_PARSING,
  MOST_PROPERTIES,
} from './limits.ts'

/** Reads what a check found as a list: a text is JSON, lists in a list are one list, and one thing is a list of one. */
export function listOf(found: unknown): Result<unknown[], string> {
  let value = found
  if (typeof value === 'string') {
    if (value.length > MOST_CHARACTERS) return fail(`the answer has more than ${MOST_CHARACTERS} characters`)
    if (value.trim() === '') return succeed([])
    const parsed = parseBoundedJson(value, MOST_PARSING)
    if (!parsed.ok)
      return fail(
        parsed.failure.isJson === false
          ? 'the answer is not JSON; a display script can make a list of components of it'
          : `the answer ${parsed.failure.message}`,
      )
    value = parsed.value
  }
  if (isRecord(value) && Array.isArray(value['components'])) value = value['components']
  const list = Array.isArray(value) ? value.flat() : value === null || value === undefined ? [] : [value]
  return list.length > MOST_FOUND
    ? fail(`found ${list.length} components; the most of one lookup is ${MOST_FOUND}`)
    : succeed(list)
}

const lists = z.object({
  selectors: componentFields.selectors,
  configs: componentFields.configs,
  relationships: componentFields.relationships,
  logs: componentFields.logs,
  parentLookup: componentFields.parentLookup,
})

function labelsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  const texts = Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const text = textOf(item)
      return text === undefined ? [] : [[key, text]]
    }),
  )
  const parsed = labels.safeParse(texts)
  return parsed.success ? parsed.data : {}
}

/** The first of the keys of an item that has a text. */
function first(item: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(item[key])
    if (text !== undefined) return text
  }
  return undefined
}

interface Reading {
  place: Path
  complain: (message: string) => void
  count: number
}

function draftOfItem(item: unknown, where: string, level: number, reading: Reading): Draft | undefined {
  if (!isRecord(item)) {
    reading.complain(
      `${where} is ${item === null ? 'null' : Array.isArray(item) ? 'a list' : typeof item}, expected an object with a name`,
    )
    return undefined
  }
  const name = textOf(item['name'])
  if (name === undefined) {
    reading.complain(`${where} has no name`)
    return undefined
  }
  const chosen = lists.safeParse(
    present({
      selectors: item['selectors'] ?? undefined,
      configs: item['configs'] ?? undefined,
      relationships: item['relationships'] ?? undefined,
      logs: item['logs'] ?? undefined,
      parentLookup: item['parentLookup'] ?? undefined,
    }),
  )
  if (!chosen.success) {
    const [issue] = chosen.error.issues
    reading.complain(`${where}: ${(issue?.path ?? []).join('.')}: ${issue?.message ?? ''}`)
  }
  const draft = draftOf(
    present({
      name,
      externalID: first(item, 'externalID', 'external_id', 'externalId', 'id'),
      type: first(item, 'type'),
      topologyType: first(item, 'topology_type', 'topologyType'),
      namespace: first(item, 'namespace'),
      text: first(item, 'text'),
      tooltip: first(item, 'tooltip'),
      description: first(item, 'description'),
      icon: first(item, 'icon'),
      owner: first(item, 'owner'),
      lifecycle: first(item, 'lifecycle'),
      status: first(item, 'status'),
      statusReason: first(item, 'status_reason', 'statusReason'),
      health: healthOf(item['health']),
      healthExpr: first(item, 'healthExpr', 'health_expr'),
      statusExpr: first(item, 'statusExpr', 'status_expr'),
      configID: first(item, 'configID', 'config_id'),
      order: numberOf(item['order']),
      hidden: item['hidden'] === true ? true : undefined,
      labels: labelsOf(item['labels']),
      ...(chosen.success ? chosen.data : {}),
    }),
    reading.place,
  )
  const properties = item['properties']
  if (Array.isArray(properties))
    for (const one of properties) {
      const property = propertyOf(one)
      if (property !== undefined) mergeProperty(draft, property, MOST_PROPERTIES)
    }
  const below = item['components']
  if (Array.isArray(below)) {
    if (level >= MOST_LEVELS)
      reading.complain(`${where} is nested too deeply; the most is ${MOST_LEVELS} levels`)
    else draft.children = draftsOfItems(below, `${where}.components`, level + 1, reading)
  }
  return draft
}

function draftsOfItems(items: readonly unknown[], where: string, level: number, reading: Reading): Draft[] {
  const drafts: Draft[] = []
  for (const [index, item] of items.entries()) {
    reading.count += 1
    if (reading.count > MOST_FOUND) {
      if (reading.count === MOST_FOUND + 1)
        reading.complain(
          `found more than ${MOST_FOUND} components, the most of one lookup; the rest is left out`,
        )
      break
    }
    const draft = draftOfItem(item, where === '' ? `item ${index + 1}` : `${where}[${index}]`, level, reading)
    if (draft !== undefined) drafts.push(draft)
  }
  return drafts
}

/**
 * Makes components of the items of a list that a lookup found. What is no component is left out, and said.
 * @param complain gets a sentence about an item
 */
export function draftsOfFound(
  items: readonly unknown[],
  place: Path,
  complain: (message: string) => void,
): Draft[] {
  let problems = 0
  const reading: Reading = {
    place,
    count: 0,
    complain: (message) => {
      problems += 1
      if (problems <= MOST_ITEM_PROBLEMS) complain(message)
    },
  }
  const drafts = draftsOfItems(items, '', 1, reading)
  if (problems > MOST_ITEM_PROBLEMS) complain(`and ${problems - MOST_ITEM_PROBLEMS} more`)
  return drafts
}
