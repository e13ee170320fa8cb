import { formatWallTime } from '@binnacle/ui'
import { emptyForm, readWeekly, type Repetition, type SilenceFormValues } from './form-state.ts'
import type { Silence } from './queries.ts'
import { targetOfSilence } from './words.ts'

function repetitionOf({ schedule }: Silence): Repetition {
  if (schedule === null) return 'once'
  return readWeekly(schedule) === undefined ? 'cron' : 'weekly'
}

const listText = (items: readonly string[] = []) => items.join(', ')

/** The form of a stored silence. @param zone in which the person reads times */
export function formOf(silence: Silence, zone: string): SilenceFormValues {
  const target = targetOfSilence(silence)
  const empty = emptyForm(zone)
  const { selector } = silence
  const timeText = (time: string | null) => (time === null ? '' : formatWallTime(Date.parse(time), zone))
  return {
    ...empty,
    kind: silence.kind,
    name: silence.name ?? '',
    description: silence.description ?? '',
    namespace: silence.namespace,
    scope: target?.target ?? (silence.covers === 'resource' ? 'check_id' : silence.covers),
    resource: target === undefined ? null : { value: target.id, label: target.name },
    recursive: silence.recursive,
    kinds: selector.kinds ?? [],
    types: listText(selector.types),
    namespaces: listText(selector.namespaces),
    names: listText(selector.names),
    labels: selector.labels ?? '',
    filter: silence.filter ?? '',
    from: timeText(silence.from),
    until: timeText(silence.until),
    repeats: repetitionOf(silence),
    ...readWeekly(silence.schedule ?? ''),
    schedule: silence.schedule ?? empty.schedule,
    duration: silence.duration ?? empty.duration,
    timeZone: silence.time_zone ?? zone,
  }
}
