import {
  type Feature,
  featureOfProperty,
  featureTitle,
  type Property,
  propertyForm,
} from '@binnacle/contract'
import type { FlagSortColumn } from './filters.ts'

/** Whether a flag stands in the file of the installation, where only its operator changes it. */
export function isLocal({ source }: Pick<Property, 'source'>): boolean {
  return source === 'local'
}

/** The feature that the page of flags itself belongs to. */
export const OWN_FEATURE = 'settings.feature_flags' satisfies Feature

/** Judges the value of a flag by its name. @returns true, or what is wrong */
export function judgeValue(name: string, value: string): true | string {
  const { error } = propertyForm.safeParse({ name, value })
  return error?.issues.find(({ path }) => path[0] === 'value')?.message ?? true
}

/** What a flag does with a value; undefined where it has no effect that we know. */
export function effectOf(name: string, value: string): string | undefined {
  const feature = featureOfProperty(name.trim())
  if (feature === undefined) return undefined
  if (value.trim() === 'true' && feature === OWN_FEATURE)
    return 'This page is hidden from everybody. Who may change flags still reaches it at its address.'
  return value.trim() === 'true'
    ? `${featureTitle(feature)} is switched off for everybody.`
    : `${featureTitle(feature)} stays on: only the value true switches it off.`
}

/** The flags that hold a text, in an order. There are few, and the server gives them all. */
export function listFlags(
  flags: readonly Property[],
  wanted: { query: string; sortBy: FlagSortColumn; sortOrder: 'asc' | 'desc' },
): readonly Property[] {
  const text = wanted.query.trim().toLowerCase()
  const direction = wanted.sortOrder === 'asc' ? 1 : -1
  return flags
    .filter(({ name, value, description }) =>
      [name, value, description].some((part) => part.toLowerCase().includes(text)),
    )
    .toSorted(
      (left, right) =>
        direction * (left[wanted.sortBy] ?? '').localeCompare(right[wanted.sortBy] ?? '', 'en') ||
        left.name.localeCompare(right.name, 'en'),
    )
}
