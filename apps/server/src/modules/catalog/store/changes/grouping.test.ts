import { MINUTE } from '@binnacle/contract/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChangeKey,
  type Group,
  groupChanges,
  GROUP_WINDOW,
  LONGEST_GROUP,
  type NewChange,
} from './grouping.ts'

interface ReportedChange {
  item: string
  print: number
  minute: number
  name: number | undefined
  digest: number
}

const reportedChange: fc.Arbitrary<ReportedChange> = fc.record({
  item: fc.constantFrom('a', 'b'),
  print: fc.integer({ min: 0, max: 2 }),
  minute: fc.integer({ min: 0, max: 3_000 }),
  name: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
  digest: fc.integer({ min: 0, max: 1 }),
})

function changeOf({ item, print, minute, name, digest }: ReportedChange): NewChange {
  return {
    configId: item,
    externalId: name === undefined ? undefined : `name ${name}`,
    itemType: 'T',
    type: 'diff',
    severity: undefined,
    source: undefined,
    summary: undefined,
    createdBy: undefined,
    by: undefined,
    at: new Date(minute * MINUTE),
    fingerprint: print === 0 ? undefined : Buffer.from([print]),
    diff: undefined,
    patches: undefined,
    details: undefined,
    changed: undefined,
    digest: String(digest),
    isTimed: true,
    ofDocument: false,
  }
}

test('each change is an occurrence of exactly one group, in however many batches it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(reportedChange, { maxLength: 12 }), { maxLength: 6 }), (batches) => {
      const groups = new Map<string, Group>()
      const keys = new Map<string, ChangeKey>()
      const occurrences: { changeId: string; number: number; change: NewChange }[] = []
      let ids = 0
      let known = 0
      for (const batch of batches) {
        const changes = batch.map(changeOf).toSorted((a, b) => a.at.getTime() - b.at.getTime())
        const result = groupChanges(changes, [...groups.values()], [...keys.values()], () =>
          String((ids += 1)),
        )
        for (const { change: _, isNew: _new, ...group } of result.groups) groups.set(group.id, group)
        for (const key of result.keys) keys.set(`${key.configId} ${key.externalId}`, key)
        occurrences.push(...result.occurrences)
        known += changes.length - result.occurrences.length
        expect(result.stored + result.grouped).toBe(result.occurrences.length)
      }
      // What is not an occurrence was told before, with the same content.
      const named = batches.flat().filter(({ name }) => name !== undefined).length
      expect(known).toBeLessThanOrEqual(named)
      expect(occurrences).toHaveLength(batches.flat().length - known)
      for (const group of groups.values()) {
        const own = occurrences.filter(({ changeId }) => changeId === group.id)
        expect(own.map(({ number }) => number)).toEqual(own.map((_, place) => place + 1))
        expect(group.count).toBe(own.length)
        expect(group.first.getTime()).toBe(Math.min(...own.map(({ change }) => change.at.getTime())))
        expect(group.last.getTime()).toBe(Math.max(...own.map(({ change }) => change.at.getTime())))
        expect(new Set(own.map(({ change }) => change.configId)).size).toBe(1)
      }
    }),
  )
})

test('a group ends an hour after its last change, and a day after its first', () => {
  const at = (time: number): NewChange => ({
    ...changeOf({ item: 'a', print: 1, minute: 0, name: undefined, digest: 0 }),
    at: new Date(time),
  })
  const count = (...times: number[]) => {
    let ids = 0
    return groupChanges(times.map(at), [], [], () => String((ids += 1))).groups.map((group) => group.count)
  }
  expect(count(0, GROUP_WINDOW, 2 * GROUP_WINDOW)).toEqual([3])
  expect(count(0, GROUP_WINDOW + 1)).toEqual([1, 1])
  const hours = Array.from({ length: 30 }, (_, hour) => hour * GROUP_WINDOW)
  expect(count(...hours)).toEqual([LONGEST_GROUP / GROUP_WINDOW + 1, 5])
})
