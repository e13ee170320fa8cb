/** Names of all calendar ranges, in the order of the picker. */
export const mappedNames = [
  'Today so far',
  'Today',
  'Yesterday',
  'Day before yesterday',
  'This day last week',
  'This week so far',
  'This week',
  'Previous week',
  'This month so far',
  'This month',
  'Previous month',
  'This year so far',
  'This year',
  'Previous year',
] as const
export type MappedName = (typeof mappedNames)[number]

/** The same as texts. */
export const mappedRanges: readonly string[] = mappedNames
