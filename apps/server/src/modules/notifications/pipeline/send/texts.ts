// What messages say if a rule has no template. Source of what belongs into them: reference, backend behavior, section 2.4.
import type { AlertEnd } from '@binnacle/contract/notifications'
import type { EventSubject } from '@binnacle/contract/kinds'
import { formatDuration } from '@binnacle/contract/text'
import type { SubjectState } from '../../../../platform/subjects.ts'

/** What an event tells of a resource. */
export type Tells = EventSubject<unknown>['tells']

/** A resource in a message. */
export type MessageResource = Pick<
  SubjectState,
  'kind' | 'name' | 'type' | 'namespace' | 'labels' | 'reason' | 'target' | 'annotations'
> & { severity?: SubjectState['severity'] }

/** A resource that shares a message with others. */
export interface GroupMember {
  kind: string
  name: string
  reason: string | undefined
  since: Date
  ended: Date | undefined
}

/** What a message is about. */
export interface MessageSubject {
  event: string
  tells: Tells
  state: MessageResource
  /** When it happened. */
  time: Date
  /** Since when it had been wrong: of an alert and its recovery. */
  since: Date | undefined
  /** Of a rule that groups: what the members have in common, and all members. */
  group?: { name: string; members: readonly GroupMember[] }
  /** If a silence kept it quiet: until when. */
  silencedUntil?: Date
  /** Why it is over, of its end. */
  end?: AlertEnd
  /** Whether it fails and recovers again and again. */
  isFlapping?: boolean
}

export interface Text {
  title: string
  /** Markdown */
  body: string
}

/** Characters of a title, so that the lock screen of a phone shows all of it. */
export const LONGEST_TITLE = 60
/** Members that a message lists. */
const MOST_MEMBERS = 500

/** Shortens a text between characters. */
export function shorten(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}

/**
 * Escapes what Markdown and chat services take for markup, so that a name is shown as it is. A hyphen is markup only at the
 * start of a line, where no name stands, and services that show the text as it is would show `api\-gateway`.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>()#+!|~]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')
}

/** A point in time as people read it, such as 2026-11-23 04:05 UTC. */
export function instant(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const verbs: Readonly<Record<Tells, string>> = { alert: 'failed', recovery: 'recovered', update: 'changed' }

const nouns: Readonly<Record<string, string>> = {
  check: 'check',
  canary: 'health check',
  component: 'component',
  config: 'catalog item',
}

/** How messages say that something is over although it is not well. */
const ends: Readonly<Record<Exclude<AlertEnd, 'recovered'>, { verb: string; line: string }>> = {
  deleted: { verb: 'deleted', line: 'was deleted' },
  disabled: { verb: 'switched off', line: 'was switched off' },
  unmatched: { verb: 'no longer watched', line: 'is not looked at by the rule any more' },
  resolved: { verb: 'resolved', line: 'was marked as resolved' },
}

/** The end of an event's name as a word: `unhealthy` of `config.unhealthy`. */
function verbOf({ event, tells, end = 'recovered' }: MessageSubject): string {
  if (tells === 'recovery' && end !== 'recovered') return ends[end].verb
  return event.startsWith('check.') ? verbs[tells] : event.slice(event.lastIndexOf('.') + 1)
}

function countOf(members: readonly GroupMember[]): string {
  const kinds = new Set(members.map(({ kind }) => nouns[kind] ?? kind))
  const [noun = 'resource'] = kinds.size === 1 ? kinds : ['resource']
  return members.length === 1 ? `1 ${noun}` : `${members.length} ${noun}s`
}

/** The title of a message: what, and how it is. */
function titleOf(subject: MessageSubject): string {
  const { state, group } = subject
  if (group === undefined)
    return shorten(`${shorten(state.name, LONGEST_TITLE - 12)} ${verbOf(subject)}`, LONGEST_TITLE)
  const wrong = group.members.filter(({ ended }) => ended === undefined)
  const counted = subject.tells === 'recovery' ? group.members : wrong
  return shorten(`${countOf(counted)} ${verbs[subject.tells]}: ${group.name}`, LONGEST_TITLE)
}

/** The first line: what, since when and why. */
function firstLine({ event, tells, state, time, since, end = 'recovered' }: MessageSubject): string {
  const name = `**${escapeMarkdown(state.name)}**`
  const why = state.reason === undefined ? '' : `: ${escapeMarkdown(state.reason)}`
  const how = event.endsWith('.warning') ? 'has had a warning' : 'has been unhealthy'
  if (tells === 'alert') return `${name} ${how} since ${instant(since ?? time)}${why}`
  if (tells === 'recovery') {
    const length = since === undefined ? '' : ` after ${formatDuration(time.getTime() - since.getTime())}`
    if (end !== 'recovered')
      return `${name} ${ends[end].line}${length}, at ${instant(time)}. Nobody is told of it any more.`
    return `${name} is healthy again${length}, since ${instant(time)}`
  }
  return `${name}: ${event} at ${instant(time)}${why}`
}

function memberLine({ name, reason, since, ended }: GroupMember): string {
  const why = reason === undefined ? '' : `: ${escapeMarkdown(reason)}`
  const state = ended === undefined ? `since ${instant(since)}` : `healthy since ${instant(ended)}`
  return `- **${escapeMarkdown(name)}** ${state}${why}`
}

function memberLines(members: readonly GroupMember[]): string[] {
  const shown = members.slice(0, MOST_MEMBERS).map(memberLine)
  const rest = members.length - shown.length
  return rest > 0 ? [...shown, `- and ${rest} more`] : shown
}

/** Characters of a description: the page of the alert has all of it. */
const LONGEST_DESCRIPTION = 1_000
const LONGEST_ADDRESS = 2_000

/** What the reporting system wrote for people: a description that is not the reason again, and its runbook. */
function annotationFacts({ annotations = {}, reason }: MessageResource): [label: string, text: string][] {
  const description = (annotations['description'] ?? annotations['summary'] ?? '').trim()
  const runbook = (annotations['runbook_url'] ?? annotations['runbook'] ?? '').trim()
  const isNew = description !== '' && description.split('\n', 1)[0]?.trim() !== reason
  return [
    ...(isNew ? [['Description', shorten(description, LONGEST_DESCRIPTION)] satisfies [string, string]] : []),
    ...(runbook === '' ? [] : [['Runbook', shorten(runbook, LONGEST_ADDRESS)] satisfies [string, string]]),
  ]
}

function factLines({ tells, state }: MessageSubject): string[] {
  const { severity, target, type, namespace, labels } = state
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  const facts: [label: string, text: string | undefined][] = [
    // What is over has no severity any more.
    ['Severity', tells === 'alert' ? severity : undefined],
    ['Target', target],
    ['Type', type],
    ['Namespace', namespace],
    ['Labels', texts.length === 0 ? undefined : texts.join(', ')],
    ...(tells === 'alert' ? annotationFacts(state) : []),
  ]
  return facts.flatMap(([label, text]) =>
    text === undefined || text === '' ? [] : [`- ${label}: ${escapeMarkdown(text)}`],
  )
}

/** The text of a message without a template. Links are added by the service or below the text. */
export function usualText(subject: MessageSubject): Text {
  const { group, silencedUntil } = subject
  const lines =
    group === undefined
      ? [firstLine(subject), '', ...factLines(subject)]
      : [`${countOf(group.members)} of ${escapeMarkdown(group.name)}:`, '', ...memberLines(group.members)]
  const silenced = silencedUntil === undefined ? [] : ['', `It was silenced until ${instant(silencedUntil)}.`]
  const flapping =
    subject.isFlapping === true
      ? ['', 'It fails and recovers again and again. You are told again when it is steady.']
      : []
  return { title: titleOf(subject), body: [...lines, ...silenced, ...flapping].join('\n').trim() }
}
