import { isRecord } from '@binnacle/contract/schema'
import { stringify } from 'yaml'
import { emptyEntry, type EntryType } from '../../../application/spec-editor/entry-types.ts'

/** The text that a new log backend begins with. @param type undefined for an example of any */
export function startingText(type: EntryType | undefined): string {
  if (type === undefined)
    return stringify({ file: [{ paths: ['/var/log/shop/*.log'], routes: [{ type: 'Shop' }] }] })
  return stringify({ [type.type]: [emptyEntry(type)] }, { nullStr: '', lineWidth: 0 })
}

/** Name of the field that keeps apart the entries of a spec in a list, such as its URL. */
export function summaryOf(value: unknown): string {
  if (!isRecord(value)) return ''
  const values = ['url', 'logGroup', 'unit', 'connection'].map((key) => value[key])
  const [path] = Array.isArray(value['paths']) ? value['paths'] : []
  return [...values, path].find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
