import { isEditableSource } from '@binnacle/contract/core'

const FILE = 'file:'

/** Where a health check comes from, and whether it may be changed here. */
export interface Source {
  kind: 'UI' | 'file' | 'builtin' | 'other'
  /** In a column of a list. */
  label: string
  /** Why it cannot be changed here; undefined where it can. */
  reason: string | undefined
}

/** Reads the source of a health check and says what may be done with it. */
export function describeSource(source: string | null): Source {
  if (source === null || isEditableSource(source)) return { kind: 'UI', label: 'UI', reason: undefined }
  if (source.startsWith(FILE)) {
    const path = source.slice(FILE.length)
    return { kind: 'file', label: path, reason: `Linked to local file ${path}. Change it there.` }
  }
  if (source === 'builtin')
    return {
      kind: 'builtin',
      label: 'Binnacle',
      reason: 'It comes with Binnacle, which watches itself and its host, and cannot be changed.',
    }
  return { kind: 'other', label: source, reason: `It comes from ${source}. Change it there.` }
}
