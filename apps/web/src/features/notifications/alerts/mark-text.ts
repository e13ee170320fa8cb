import type { Mark } from './mark-queries.ts'

/** Says what becomes of the open alert of a resource. @param untilText until when, where it has an end */
export function markText(
  { state, acknowledged_name: by }: Pick<Mark, 'state' | 'acknowledged_name'>,
  untilText: string | undefined,
): string {
  const until = untilText === undefined ? '' : ` until ${untilText}`
  if (state === 'acknowledged')
    return by === null || by === '' ? `Acknowledged${until}` : `Acknowledged by ${by}${until}`
  return state === 'snoozed' ? `Snoozed${until}` : 'Not acknowledged'
}
