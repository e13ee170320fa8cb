import { depthOf, meaningOf, splitPattern } from '../files/listing.ts'

/** Where objects are listed, and which. */
export type BucketSearch<Account> = {
  /** Scheme, bucket and prefix or pattern. */
  path: string
  /** Whether objects count at any depth. Default: unless the path has a wildcard. */
  recursive?: boolean | undefined
} & Account

/** The objects of a bucket that a path selects. */
export interface KeySelection {
  /** Prefix of the keys. */
  prefix: string
  /** The name of an object relative to the path's folder. */
  nameOf: (key: string) => string
  /** Whether the path selects an object of this name. */
  counts: (name: string) => boolean
}

/**
 * Parses the path of a bucket, without scheme and bucket. A bucket has no folders, so objects at any depth count
 * unless the spec says `recursive: false`.
 */
export function selectKeys(path: string, recursive: boolean | undefined): KeySelection {
  const { base, pattern } = splitPattern(`/${path}`)
  const folder = base.replace(/^\//, '').replace(/\/$/, '')
  // Without a wildcard the path is a prefix of keys and may end inside a name: db-2026 finds db-2026-01.gz.
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
    // Stores display a key that ends in / as a folder.
    counts: (name) =>
      name !== '' && !name.endsWith('/') && name.split('/').length <= deepest && isMeant(name),
  }
}
