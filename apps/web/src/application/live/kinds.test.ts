import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@binnacle/contract/kinds'
import { expect, test } from 'vitest'

/** First parts of keys of queries that no change reloads. */
const ofNoKind = new Set([
  'agents',
  'choices',
  'connection-types',
  'document',
  'documents',
  'failing-count',
  'flow',
  'frame',
  'log-context',
  'log-histogram',
  'log-lines',
  'saved_views',
  'scripts',
  'slots',
  'sessions',
  'spec-schema',
  'spec-validation',
  'topology-drawn',
])

const root = join(import.meta.dirname, '../..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

/** Texts that a pattern finds in the sources. */
const found = (pattern: RegExp) =>
  new Set(sources.flatMap((text) => Array.from(text.matchAll(pattern), ([, name = '']) => name)))

test('keys of queries begin with a kind whose changes reload them', () => {
  const names = new Set<string>(kinds.map(({ name }) => name))
  const first = found(/(?:queryKey: \[|TOPIC = |topic: )'([\w-]+)'/g)
  expect(first.size).toBeGreaterThan(20)
  expect([...first].filter((name) => !names.has(name) && !ofNoKind.has(name))).toEqual([])
  expect([...ofNoKind].filter((name) => !found(/'([\w-]+)'/g).has(name))).toEqual([])
})

test('queries follow kinds', () => {
  const names = new Set<string>(kinds.map(({ name }) => name))
  const followed = found(/follows: \[([^\]]*)\]/g)
  const parts = [...followed].flatMap((list) =>
    Array.from(list.matchAll(/['`]([\w-]+)/g), ([, name = '']) => name),
  )
  expect(parts.filter((name) => !names.has(name))).toEqual([])
})
