import {
  targetKinds,
  silenceTargets,
  type SilenceSelector,
  type SilenceTarget,
} from '@binnacle/contract/notifications'
import { formatWallTime } from '@binnacle/ui'
import { readWeekly } from './form-state.ts'
import type { Silence } from './queries.ts'

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Days of the week in the order of forms: value 0 is Sunday, but the week begins on Monday. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: dayNames[value] ?? '' }))

/** Says when windows repeat: `Sun at 02:00 for 2h`. */
function scheduleWords({ schedule, duration }: Pick<Silence, 'schedule' | 'duration'>): string {
  const weekly = readWeekly(schedule ?? '')
  const length = duration === null ? '' : ` for ${duration}`
  if (weekly === undefined) return `Schedule ${schedule ?? ''}${length}`
  const chosen = weekDays.filter(({ value }) => weekly.days.includes(value))
  const days = chosen.length === 7 ? 'Every day' : chosen.map(({ label }) => label).join(', ')
  return `${days} at ${weekly.at}${length}`
}

/** Says from when until when a silence holds. */
export function durationWords(silence: Silence, zone: string): string {
  if (silence.schedule !== null) {
    const ends =
      silence.until === null ? '' : ` until ${formatWallTime(Date.parse(silence.until), zone).slice(0, 10)}`
    return `${scheduleWords(silence)} (${silence.time_zone ?? 'UTC'})${ends}`
  }
  const from = formatWallTime(Date.parse(silence.from), zone)
  const until = silence.until === null ? '' : formatWallTime(Date.parse(silence.until), zone)
  return `${from} – ${from.slice(0, 10) === until.slice(0, 10) ? until.slice(11) : until}`
}

const fieldWords = { kinds: 'kind', types: 'type', namespaces: 'namespace', names: 'name' } as const

/** Says what a selector chooses: `namespace payments, name api-*`. */
function selectorWords(selector: SilenceSelector): string {
  const { labels, ...lists } = selector
  const words = Object.entries(fieldWords).flatMap(([field, word]) => {
    const list = Object.entries(lists).find(([name]) => name === field)?.[1] ?? []
    return list.length === 0 ? [] : [`${word} ${list.join(' or ')}`]
  })
  return [...words, ...(labels === undefined ? [] : [`labels ${labels}`])].join(', ')
}

/** The resource of a silence. Undefined if it has none, or it is gone. */
export function targetOfSilence(
  silence: Silence,
): { target: SilenceTarget; id: string; name: string; type: string | undefined } | undefined {
  const embedded = {
    config_id: silence.catalog,
    component_id: silence.component,
    check_id: silence.checks,
    canary_id: silence.canary,
  }
  for (const target of silenceTargets) {
    const id = silence[target]
    const row = embedded[target]
    if (id !== null)
      return { target, id, name: row?.name ?? 'Deleted resource', type: row?.type ?? undefined }
  }
  return undefined
}

/** Says what a silence covers, in a few words. */
export function coverageWords(silence: Silence): string {
  const target = targetOfSilence(silence)
  if (target !== undefined) return target.name
  if (silence.covers === 'everything') return 'Everything'
  if (silence.covers === 'resource') return 'Deleted resource'
  const words = selectorWords(silence.selector)
  return words === '' ? 'Any resource' : words
}

/** The name of a silence in questions and messages. */
export function nameOfSilence(silence: Silence): string {
  return silence.name ?? `the silence of ${coverageWords(silence)}`
}

const paths = {
  check: '/health?checkId=',
  canary: '/settings/canaries/',
  component: '/topology/',
  config: '/catalog/',
} as const

/** Where a resource is shown, if its area exists. */
export function resourcePath(target: SilenceTarget, id: string): string {
  return paths[targetKinds[target]] + encodeURIComponent(id)
}
