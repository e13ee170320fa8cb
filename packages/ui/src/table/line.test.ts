import { expect, it } from 'vitest'
import { buildLines } from './line.ts'

interface Row {
  id: string
  group: string
}

const rows: readonly Row[] = [
  { id: '1', group: 'a' },
  { id: '2', group: 'b' },
  { id: '3', group: 'a' },
  { id: '4', group: 'gone' },
]

const build = (groups: readonly string[]) =>
  buildLines(rows, (row) => row.id, {
    groups,
    groupId: (group: string) => group,
    groupOf: (row) => row.group,
  }).map((line) => `${line.kind} ${line.id}`)

it('puts each heading before its rows, and rows without a heading last', () => {
  expect(build(['b', 'a'])).toEqual(['group b', 'row 2', 'group a', 'row 1', 'row 3', 'row 4'])
})

it('shows the heading of a collapsed group, whose rows the server leaves out', () => {
  expect(build(['empty', 'b'])).toEqual(['group empty', 'group b', 'row 2', 'row 1', 'row 3', 'row 4'])
})

it('keeps the order of the rows without groups', () => {
  expect(buildLines(rows, (row) => row.id, undefined).map((line) => line.id)).toEqual(['1', '2', '3', '4'])
})
