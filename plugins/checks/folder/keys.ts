import { depthOf, meaningOf, splitPattern } from './place.ts'

/** Which objects of a bucket a path means. */
export interface KeySelection {
  /** With which the keys begin. */
  prefix: string
  /** The name of an object below the folder of the path. */
  nameOf: (key: string) => string
  /** Whether an object of this name is meant. */
  counts: (name: string) => boolean
}

/**
 * Reads the path of a bucket, without scheme and bucket. A bucket has no folders, so objects at any depth count unless
 * the spec says `recursive: false`.
 */
export function selectKeys(path: string, recursive: boolean | undefined): KeySelection {
  const { base, pattern } = splitPattern(`/${path}`)
  const folder = base.replace(/^\//, '').replace(/\/$/, '')
  // Without a wildcard the path is a prefix of keys, which may end within a name: db-2026 finds db-2026-01.gz.
  const prefix = pattern === undefined || folder === '' ? base.replace(/^\//, '') : `${folder}/`
  const isDeep = recursive ?? pattern === undefined
  const deepest = depthOf(pattern, isDeep)
  const isMeant = meaningOf(pattern, isDeep)
  return {
    prefix,
    nameOf(key) {
      if (folder !== '' && key.startsWith(`${folder}/`)) return key.slice(folder.length + 1)
      return key.slice(prefix.lastIndexOf('/') + 1)
    },
    // What ends in / stands for a folder where a store shows folders.
    counts: (name) =>
      name !== '' && !name.endsWith('/') && name.split('/').length <= deepest && isMeant(name),
  }
}
