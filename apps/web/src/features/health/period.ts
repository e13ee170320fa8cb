import { type ChosenTimeRange, simpleName } from '@binnacle/ui'

/** Returns the name of a range, to follow the name of a figure. */
export function windowWords(range: ChosenTimeRange): string {
  return range.type === 'absolute' ? 'chosen time' : (simpleName(range) ?? range.display)
}

/**
 * Returns a range for the request of a list: by name if it has one, so that the same list has the same request URL a
 * minute later.
 */
export async function periodOf(
  range: ChosenTimeRange,
): Promise<{ timeRange: string } | { from: string; to: string | undefined }> {
  const name = simpleName(range)
  if (name !== undefined) return { timeRange: name }
  const { endsOf } = await import('./ends.ts')
  return endsOf(range)
}
