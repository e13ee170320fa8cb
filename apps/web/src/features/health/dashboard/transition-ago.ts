/** A state is worth an age beside it once it is older than this many milliseconds, and until it is a week old. */
const YOUNGEST = 3_600_001
const OLDEST = 604_800_000

/**
 * Whether the 'ago' label of a transition is shown. Source: specification, document 2 section 4.
 * @param time of the transition, ISO 8601; null when there was none
 * @param now milliseconds since 1970
 */
export function showsAgo(time: string | null, now: number): boolean {
  if (time === null) return false
  const age = now - new Date(time).getTime()
  return age > YOUNGEST && age < OLDEST
}
