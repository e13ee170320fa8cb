import { expect, test } from 'vitest'
import { ringsAround } from './rings.ts'

const line = (source: string, target: string) => ({ id: `${source} ${target}`, source, target })

test('nodes are in rings by their distance, whichever way the lines lead, also in a circle', () => {
  const edges = [
    line('a', 'b'),
    line('b', 'c'),
    line('d', 'a'),
    line('c', 'd'),
    line('c', 'e'),
    line('x', 'y'),
  ]
  expect(ringsAround('a', edges)).toEqual([['a'], ['b', 'd'], ['c'], ['e']])
})

test('a node without lines is alone', () => {
  expect(ringsAround('a', [])).toEqual([['a']])
})
