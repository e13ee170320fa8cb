import { type Feature, featureOfProperty, featureTitle } from '@binnacle/contract/access'
import { type Property, propertyForm } from '@binnacle/contract/health'
import { UI_SOURCE } from '@binnacle/contract/core'
import * as z from 'zod/mini'
import { rowSearch } from '../../application/query/row-search.ts'
import { loadProperties } from '../../application/session/flags.ts'

/** Columns that flags are sorted by. */
export const flagSortColumns = ['name', 'value', 'source', 'created_at', 'updated_at'] as const
export type FlagSortColumn = (typeof flagSortColumns)[number]

/** Whether a flag comes from the file of the installation, which only its operator changes. */
export function isLocal({ source }: Pick<Property, 'source'>): boolean {
  return source === 'local'
}

/** Where a flag is from, in a word. */
export function sourceOfFlag(flag: Pick<Property, 'source'>): string {
  return isLocal(flag) ? flag.source : UI_SOURCE
}

/** The feature that the page of flags itself belongs to. */
export const OWN_FEATURE = 'settings.feature_flags' satisfies Feature

/** Validates what is entered of a flag. */
export const flagForm = z
  .object({
    name: z.string().check(z.trim()),
    value: z.string().check(z.trim()),
    description: z.string(),
  })
  .check((entered) => {
    const { error } = propertyForm.safeParse(entered.value)
    for (const { path, message } of error?.issues ?? [])
      entered.issues.push({ code: 'custom', path: [...path], message, input: entered.value })
  })

/** What a flag does with a value; undefined where it has no effect that we know. */
export function effectOf(name: string, value: string): string | undefined {
  const feature = featureOfProperty(name.trim())
  if (feature === undefined) return undefined
  if (value.trim() === 'true' && feature === OWN_FEATURE)
    return 'This page is hidden from everybody. People who may change flags can still open it at its address.'
  return value.trim() === 'true'
    ? `${featureTitle(feature)} is switched off for everybody.`
    : `${featureTitle(feature)} stays on: only the value true switches it off.`
}

/** The flags that hold a text, in an order. There are few, and the server gives them all. */
export function listFlags(
  flags: readonly Property[],
  wanted: { query: string; sortBy: FlagSortColumn; sortOrder: 'asc' | 'desc' },
): readonly Property[] {
  const direction = wanted.sortOrder === 'asc' ? 1 : -1
  const found = flags.toSorted(
    (left, right) =>
      direction * (left[wanted.sortBy] ?? '').localeCompare(right[wanted.sortBy] ?? '', 'en') ||
      left.name.localeCompare(right.name, 'en'),
  )
  return flagSearch.apply(found, wanted.query)
}

/** The query language of the list of flags. */
export const flagSearch = rowSearch<Property>({
  words: ({ name, value, description }) => [name, value, description],
  fields: [
    { kind: 'text', name: 'name', help: 'Its name', of: ({ name }) => name },
    { kind: 'text', name: 'value', help: 'Its value', of: ({ value }) => value },
    { kind: 'text', name: 'description', help: 'Its description', of: ({ description }) => description },
    {
      kind: 'text',
      name: 'source',
      help: 'Its source: local for the properties file, else UI',
      of: sourceOfFlag,
    },
    {
      kind: 'text',
      name: 'created_by',
      help: 'Name of the person who added it',
      of: (flag) => flag.created_by?.name ?? null,
    },
    { kind: 'time', name: 'created', help: 'When it was added', of: (flag) => flag.created_at },
    { kind: 'time', name: 'updated', help: 'When it was changed last', of: (flag) => flag.updated_at },
  ],
  load: loadProperties,
})
