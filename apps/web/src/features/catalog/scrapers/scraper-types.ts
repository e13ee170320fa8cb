import { isRecord, type SchemaNode } from '@binnacle/contract/schema'
import { stringify } from 'yaml'
import { emptyEntry, type EntryType, entryTypesOf } from '../../../application/spec-editor/entry-types.ts'

/** The order in which types are offered. The others follow. Source: SPEC-003. */
const order = [
  'kubernetes',
  'azure',
  'kubernetesFile',
  'sql',
  'trivy',
  'aws',
  'file',
  'githubActions',
  'http',
  'azureDevops',
]

/** The schedule that a new scraper begins with. */
const SCHEDULE = '@hourly'
/** The same for types that have another one. Source: SPEC-035. */
const schedules: ReadonlyMap<string, string> = new Map([['kubernetes', '@every 30m']])

/** Every scraper type that people can use. */
export function scraperTypesOf(schema: SchemaNode): readonly EntryType[] {
  return entryTypesOf(schema, order)
}

/** The text that a new scraper begins with. @param type undefined for an example of any */
export function startingText(type: EntryType | undefined): string {
  if (type === undefined)
    return stringify({ schedule: SCHEDULE, file: [{ url: '/srv/settings', paths: ['**/*.yaml'] }] })
  const schedule = schedules.get(type.type) ?? SCHEDULE
  return stringify({ schedule, [type.type]: [emptyEntry(type)] }, { nullStr: '', lineWidth: 0 })
}

/** Name of the field that keeps apart the entries of a spec in a list, such as its URL. */
export function summaryOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const values = ['url', 'clusterName', 'repository', 'name', 'connection'].map((key) => value[key])
  return values.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
