import { expect, test } from 'vitest'
import { snapshotPath } from './snapshot.ts'

test('a snapshot is asked for by its time range and with or without related components [TOP-050]', () => {
  expect(snapshotPath({ id: 'a', start: '15m', related: false })).toBe(
    '/api/snapshot/topology/a?start=15m&related=false',
  )
  expect(snapshotPath({ id: 'a', start: '1mo', related: true })).toBe(
    '/api/snapshot/topology/a?start=1mo&related=true',
  )
})
