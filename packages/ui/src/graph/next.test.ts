import { expect, test } from 'vitest'
import { nextNode } from './next.ts'

const positions = new Map([
  ['root', { x: 0, y: 200 }],
  ['top', { x: 350, y: 0 }],
  ['middle', { x: 350, y: 160 }],
  ['bottom', { x: 350, y: 320 }],
  ['below', { x: 700, y: 320 }],
])

test('an arrow key leads to the nearest node in its direction, and to none at the edge', () => {
  expect(nextNode('ArrowRight', 'root', positions)).toBe('middle')
  expect(nextNode('ArrowDown', 'middle', positions)).toBe('bottom')
  expect(nextNode('ArrowUp', 'middle', positions)).toBe('top')
  expect(nextNode('ArrowRight', 'bottom', positions)).toBe('below')
  expect(nextNode('ArrowLeft', 'top', positions)).toBe('root')
  expect(nextNode('ArrowLeft', 'root', positions)).toBeUndefined()
  expect(nextNode('ArrowUp', 'top', positions)).toBeUndefined()
})

test('other keys and nodes without a place lead nowhere', () => {
  expect(nextNode('Enter', 'root', positions)).toBeUndefined()
  expect(nextNode('ArrowUp', 'gone', positions)).toBeUndefined()
})
