import { type PastEvent, rulePreview, ruleTest } from '@binnacle/contract/notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../../application/requests/api.ts'
import type { RuleChange } from './queries.ts'

/** The event that a rule is tried on. */
export type ChosenEvent = Pick<PastEvent, 'event' | 'kind' | 'id' | 'time'>

/** The parts of a rule that decide what it would do. */
export type Draft = Pick<
  RuleChange,
  | 'name'
  | 'events'
  | 'filter'
  | 'title'
  | 'template'
  | 'properties'
  | 'person_id'
  | 'team_id'
  | 'custom_services'
  | 'group_by'
  | 'inhibit'
  | 'fallback_person_id'
  | 'fallback_team_id'
  | 'fallback_custom_services'
  | 'fallback_delay'
>

/** Takes the parts of a rule that are tried. An empty id is no id yet. */
export function draftOf(change: RuleChange): Draft {
  const { name, events, filter, title, template, properties, custom_services, group_by, inhibit } = change
  return {
    name,
    events,
    filter,
    title,
    template,
    properties,
    person_id: change.person_id === '' ? null : change.person_id,
    team_id: change.team_id === '' ? null : change.team_id,
    custom_services,
    group_by,
    inhibit,
    fallback_person_id: change.fallback_person_id === '' ? null : change.fallback_person_id,
    fallback_team_id: change.fallback_team_id === '' ? null : change.fallback_team_id,
    fallback_custom_services: change.fallback_custom_services,
    fallback_delay: change.fallback_delay,
  }
}

const trialOf = (rule: Draft, chosen: ChosenEvent | undefined) => ({
  rule,
  ...(chosen === undefined
    ? {}
    : { event: { event: chosen.event, kind: chosen.kind, id: chosen.id, time: chosen.time } }),
})

/** What a rule would do, on an event of the last day or the newest. */
export const previewQuery = (rule: Draft, chosen: ChosenEvent | undefined) =>
  queryOptions({
    queryKey: ['notifications', 'preview', rule, chosen],
    enabled: rule.events.length > 0,
    // Failures are shown next to the preview.
    meta: { quiet: true },
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request('/api/notification/rule/preview', rulePreview, {
        method: 'POST',
        body: trialOf(rule, chosen),
        signal,
      }),
  })

/** Sends the message of a rule to the caller. @returns to where */
export function sendTest(rule: Draft, chosen: ChosenEvent | undefined): Promise<{ to: string }> {
  return request('/api/notification/rule/test', ruleTest, { method: 'POST', body: trialOf(rule, chosen) })
}
