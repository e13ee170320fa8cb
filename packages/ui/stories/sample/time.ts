/** The present of all stories: it stands still, so that pictures of them can be compared. */
export const NOW = Date.UTC(2026, 2, 8, 14, 5, 0)

/** A time before the present. */
export function ago(milliseconds: number): string {
  return new Date(NOW - milliseconds).toISOString()
}
