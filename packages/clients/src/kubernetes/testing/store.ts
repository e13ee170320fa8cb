import { createHash } from 'node:crypto'
import { at, type Fields, fieldsOf, textAt, textsAt } from '@binnacle/health-rules/document'
import { apiVersionOf, builtInKinds, type ServedKind } from './kinds.ts'

/** Something that happened to an object. */
export interface Happening {
  version: number
  kind: ServedKind
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  object: Fields
  /** How the object was before. */
  before: Fields | undefined
}

/** A uid as the API gives them, the same for the same name. */
function uidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-')
}

function keyOf(kind: ServedKind, object: Fields): string {
  const namespace = textAt(object, 'metadata', 'namespace') ?? ''
  return `${kind.group}/${kind.plural}/${namespace}/${textAt(object, 'metadata', 'name') ?? ''}`
}

/** Objects with one version for each change, as etcd keeps them, and what happened since the last compaction. */
export function createStore() {
  const kinds: ServedKind[] = [...builtInKinds]
  const objects = new Map<string, { kind: ServedKind; object: Fields }>()
  const listeners = new Set<(happening: Happening) => void>()
  let history: Happening[] = []
  let version = 1_000
  let compacted = 0

  const findKind = (apiVersion: string, name: string) => {
    const found = kinds.find((kind) => apiVersionOf(kind) === apiVersion && kind.kind === name)
    if (found === undefined) throw new TypeError(`the API server of tests has no ${apiVersion} ${name}`)
    return found
  }

  function happen(happening: Happening): void {
    history.push(happening)
    for (const listener of listeners) listener(happening)
  }

  return {
    kinds,
    listeners,
    version: () => version,
    compacted: () => compacted,
    history: () => history,
    /** Creates or replaces an object. @returns it with its uid */
    put(object: Fields): Fields {
      const kind = findKind(textAt(object, 'apiVersion') ?? '', textAt(object, 'kind') ?? '')
      const key = keyOf(kind, object)
      const before = objects.get(key)?.object
      version += 1
      const stored: Fields = {
        ...object,
        metadata: {
          uid: textAt(before, 'metadata', 'uid') ?? uidOf(`${key}/${before === undefined ? version : 0}`),
          creationTimestamp: textAt(before, 'metadata', 'creationTimestamp') ?? '2026-11-01T10:00:00Z',
          managedFields: [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsV1: {} }],
          ...fieldsOf(object['metadata']),
          resourceVersion: String(version),
        },
      }
      objects.set(key, { kind, object: stored })
      happen({ version, kind, type: before === undefined ? 'ADDED' : 'MODIFIED', object: stored, before })
      return stored
    },
    remove(object: Fields): void {
      const kind = findKind(textAt(object, 'apiVersion') ?? '', textAt(object, 'kind') ?? '')
      const key = keyOf(kind, object)
      const before = objects.get(key)?.object
      if (before === undefined) return
      objects.delete(key)
      version += 1
      const metadata = { ...fieldsOf(before['metadata']), resourceVersion: String(version) }
      happen({ version, kind, type: 'DELETED', object: { ...before, metadata }, before })
    },
    list(kind: ServedKind): Fields[] {
      return [...objects.entries()]
        .filter(([, stored]) => stored.kind === kind)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, stored]) => stored.object)
    },
    /** Forgets what happened, as etcd does after five minutes. */
    compact(): void {
      compacted = version
      history = []
    },
  }
}

/** Whether an object fits a label selector of equalities, and a field selector on its name or namespace. */
export function fits(
  object: Fields,
  selectors: { labels?: string | undefined; fields?: string | undefined },
) {
  const own = textsAt(object, 'metadata', 'labels')
  const check = (text: string | undefined, valueOf: (key: string) => string | undefined) =>
    (text ?? '')
      .split(',')
      .filter((part) => part !== '')
      .every((part) => {
        const [, key = '', sign, value = ''] = /^([^=!]+)(!?==?)?(.*)$/.exec(part) ?? []
        if (sign === undefined) return valueOf(key) !== undefined
        return sign.startsWith('!') ? valueOf(key) !== value : valueOf(key) === value
      })
  return (
    check(selectors.labels, (key) => own[key]) &&
    check(selectors.fields, (key) => {
      const found = at(object, ...key.split('.'))
      return typeof found === 'string' ? found : undefined
    })
  )
}
