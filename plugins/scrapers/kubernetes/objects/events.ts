import type { ScrapedChange } from '@binnacle/plugin-kit/scrapers'
import { type Fields, textAt, timeAt } from '@binnacle/health-rules/document'
import { ignoresChange } from './annotations.ts'
import { cleanDocument } from '@binnacle/clients/kubernetes/clean'
import { excludesEvent, excludesName } from './exclude.ts'
import type { Reading } from './item.ts'
import { isUid, type ObjectName } from './names.ts'
import { severityOf } from './severity.ts'

/** The object that an event is about. Both APIs of events have it, under different names. */
export function subjectOf(event: Fields): (ObjectName & { uid: string | undefined }) | undefined {
  const key = event['involvedObject'] === undefined ? 'regarding' : 'involvedObject'
  const [kind, name] = [textAt(event, key, 'kind'), textAt(event, key, 'name')]
  if (kind === undefined || name === undefined) return undefined
  return {
    apiVersion: textAt(event, key, 'apiVersion'),
    kind,
    name,
    namespace: textAt(event, key, 'namespace') ?? '',
    uid: textAt(event, key, 'uid'),
  }
}

/** When an event happened last. The same event is counted where it happens again. */
export function timeOfEvent(event: Fields): Date | undefined {
  return (
    timeAt(event, 'series', 'lastObservedTime') ??
    timeAt(event, 'lastTimestamp') ??
    timeAt(event, 'eventTime') ??
    timeAt(event, 'firstTimestamp') ??
    timeAt(event, 'metadata', 'creationTimestamp')
  )
}

/** The change that an event is. @returns undefined if it is left out or about nothing */
export function changeOf(
  event: Fields,
  { spec, exclusions, directory }: Pick<Reading, 'spec' | 'exclusions' | 'directory'>,
): ScrapedChange | undefined {
  const uid = textAt(event, 'metadata', 'uid')
  const subject = subjectOf(event)
  if (uid === undefined || subject === undefined) return undefined
  if (excludesEvent(spec, event) || excludesName(exclusions, subject)) return undefined
  const type = textAt(event, 'reason') ?? 'Event'
  const severity = severityOf(type, spec.event?.severityKeywords)
  // Events of nodes and of objects of other APIs give a name in place of a uid.
  const item = directory.referenceTo(subject, isUid(subject.uid) ? subject.uid : undefined)
  const rules = directory.rulesOf(item.externalId)
  if (rules !== undefined && ignoresChange(rules, type, severity)) return undefined
  const summary = textAt(event, 'message') ?? textAt(event, 'note')
  const source =
    textAt(event, 'source', 'component') ??
    textAt(event, 'reportingComponent') ??
    textAt(event, 'reportingController')
  const at = timeOfEvent(event)
  return {
    kind: 'change',
    item,
    externalId: uid,
    type,
    severity,
    details: cleanDocument(event, (value) => value),
    ...(summary === undefined ? {} : { summary }),
    ...(source === undefined ? {} : { source }),
    ...(at === undefined ? {} : { at }),
  }
}
