import { type PastEvent, rulePreview, type RuleTest, ruleTest } from '@binnacle/contract/notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../../application/requests/api.ts'
import type { RuleChange } from './queries.ts'

/** The event that a rule is tried on. */
export type ChosenEvent = Pick<PastEvent, 'event' | 'kind' | 'id' | 'time'>

/** The parts of a rule that decide what it would do. */
export type Draft = Omit<RuleChange, 'enabled'>

/** Takes the parts of a rule that are tried. */
export function draftOf(change: RuleChange): Draft {
  const { enabled: _enabled, ...parts } = change
  return parts
}

const trialOf = (rule: Draft, id: string | undefined, chosen: ChosenEvent | undefined) => ({
  rule,
  ...(id === undefined ? {} : { id }),
  ...(chosen === undefined
    ? {}
    : { event: { event: chosen.event, kind: chosen.kind, id: chosen.id, time: chosen.time } }),
})

/**
 * What a rule would do, on an event of the last day or the newest.
 * @param id of the stored rule, for whose URLs masks stand
 */
export const previewQuery = (rule: Draft, id: string | undefined, chosen: ChosenEvent | undefined) =>
  queryOptions({
    queryKey: ['notifications', 'preview', rule, id, chosen],
    enabled: rule.events.length > 0,
    // Failures are shown next to the preview.
    meta: { quiet: true },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request('/api/notification/rule/preview', rulePreview, {
        method: 'POST',
        body: trialOf(rule, id, chosen),
        signal,
      }),
  })

/** Sends a test of the message of a rule: to the caller, or to those whom the rule names. */
export function sendTest(
  to: 'me' | 'recipients',
  rule: Draft,
  id: string | undefined,
  chosen: ChosenEvent | undefined,
): Promise<RuleTest> {
  const body = { ...trialOf(rule, id, chosen), to }
  return request('/api/notification/rule/test', ruleTest, { method: 'POST', body })
}
