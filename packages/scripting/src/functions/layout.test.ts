import { expect, test } from 'vitest'
import { goDuration, ofNanoseconds } from '../duration.ts'
import { goLayout, readLayout } from './layout.ts'

const at = new Date('2024-03-05T07:08:09.120Z')

test.each([
  ['2006-01-02T15:04:05Z07:00', 'UTC', '2024-03-05T07:08:09Z'],
  ['2006-01-02T15:04:05Z07:00', 'Asia/Kolkata', '2024-03-05T12:38:09+05:30'],
  ['Mon, 02 Jan 2006 15:04:05 -0700', 'America/New_York', 'Tue, 05 Mar 2024 02:08:09 -0500'],
  ['Monday, January 2, 2006 at 3:04 PM', 'UTC', 'Tuesday, March 5, 2024 at 7:08 AM'],
  ['02/01/06 03:04:05pm MST', 'UTC', '05/03/24 07:08:09am UTC'],
  ['15:04:05.000 .00 .999', 'UTC', '07:08:09.120 .12 .12'],
  ['_2 002', 'UTC', ' 5 065'],
])('%s in %s is %s', (layout, zone, text) => {
  expect(goLayout(at, layout, zone)).toBe(text)
})

test.each([
  ['2006-01-02', '2024-03-05', 'UTC', '2024-03-05T00:00:00.000Z'],
  ['2006-01-02T15:04:05Z07:00', '2024-03-05T12:38:09+05:30', 'UTC', '2024-03-05T07:08:09.000Z'],
  ['2006-01-02 15:04:05', '2024-03-05 07:08:09.25', 'UTC', '2024-03-05T07:08:09.250Z'],
  ['Jan 2, 2006 3:04 PM', 'Mar 5, 2024 11:08 PM', 'UTC', '2024-03-05T23:08:00.000Z'],
  ['Jan 2, 2006 3:04 PM', 'Mar 5, 2024 12:08 AM', 'UTC', '2024-03-05T00:08:00.000Z'],
  ['2006-01-02 15:04', '2024-07-01 14:00', 'Europe/Berlin', '2024-07-01T12:00:00.000Z'],
  ['2006-01-02 15:04', '2024-03-31 01:30', 'Europe/Berlin', '2024-03-31T00:30:00.000Z'],
  ['2006-01-02 15:04', '2024-03-10 05:00', 'America/New_York', '2024-03-10T09:00:00.000Z'],
  ['02/01/06', '05/03/70', 'UTC', '1970-03-05T00:00:00.000Z'],
])('%s reads %s in %s', (layout, text, zone, instant) => {
  expect(readLayout(layout, text, zone).toISOString()).toBe(instant)
})

test('what does not fit the layout, or no time zone, is an error', () => {
  expect(() => readLayout('2006-01-02', '05/03/2024', 'UTC')).toThrow('is not written as 2006-01-02')
  expect(() => goLayout(at, '2006', 'Mars/Base')).toThrow('unknown time zone "Mars/Base"')
})

/** After the documentation of Go's time.Duration. */
test.each([
  [0n, '0s'],
  [1n, '1ns'],
  [1_100n, '1.1µs'],
  [2_200_000n, '2.2ms'],
  [3_300_000_000n, '3.3s'],
  [245_000_000_000n, '4m5s'],
  [245_001_000_000n, '4m5.001s'],
  [18_367_001_000_000n, '5h6m7.001s'],
  [-90_000_000_000n, '-1m30s'],
  [480_000_000_001n, '8m0.000000001s'],
])('%s ns is %s', (nanoseconds, text) => {
  expect(goDuration(ofNanoseconds(nanoseconds))).toBe(text)
})
