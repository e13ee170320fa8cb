import { expect, it } from 'vitest'
import { timeLabels } from './time-labels.ts'

const at = (month: number, date: number, hour = 0, year = 2026): number =>
  new Date(year, month - 1, date, hour).getTime()

it('writes the date under the first label of each day', () => {
  expect(timeLabels([at(3, 8, 22), at(3, 8, 23), at(3, 9, 0), at(3, 9, 1)])).toEqual([
    '22:00\nMar 8',
    '23:00',
    '00:00\nMar 9',
    '01:00',
  ])
})

it.each([
  [20_000, ['22:00:00\nMar 8', '22:00:20', '22:00:40', '22:01:00']],
  [500, ['22:00:00.000\nMar 8', '22:00:00.500', '22:00:01.000', '22:00:01.500']],
  [60_000, ['22:00\nMar 8', '22:01', '22:02', '22:03']],
])('repeats no label where they are %i ms apart', (step, labels) => {
  expect(timeLabels([0, 1, 2, 3].map((place) => at(3, 8, 22) + place * step))).toEqual(labels)
})

it('writes dates alone where labels are days apart', () => {
  expect(timeLabels([at(12, 30), at(12, 31), at(1, 1, 0, 2027)])).toEqual([
    'Dec 30\n2026',
    'Dec 31',
    'Jan 1\n2027',
  ])
})
