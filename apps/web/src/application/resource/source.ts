import { isEditableSource } from '@binnacle/contract/core'

const FILE = 'file:'

/** Source of a health check, and whether people can change it here. */
export interface Source {
  kind: 'UI' | 'file' | 'builtin' | 'other'
  /** Text in a column of a list. */
  label: string
  /** Why it cannot be changed here; undefined to allow changes. */
  reason: string | undefined
}

/** Describes the source of a health check and whether people can change it here. */
export function describeSource(source: string | null): Source {
  if (source === null || isEditableSource(source)) return { kind: 'UI', label: 'UI', reason: undefined }
  if (source.startsWith(FILE)) {
    const path = source.slice(FILE.length)
    return { kind: 'file', label: path, reason: `Linked to local file ${path}. Change it there.` }
  }
  if (source === 'builtin' || source === 'system')
    return {
      kind: 'builtin',
      label: 'Binnacle',
      reason: 'It comes with Binnacle, which watches itself and its host, and cannot be changed.',
    }
  return { kind: 'other', label: source, reason: `It comes from ${source}. Change it there.` }
}
