import { expect, test } from 'vitest'
import { createKeyGuesses } from './guesses.ts'

function clock() {
  let time = 0
  return { now: () => new Date(time), pass: (milliseconds: number) => (time += milliseconds) }
}

const MOST = 60

test('limits wrong keys of one network, and refuses a right one then too', () => {
  const { now, pass } = clock()
  const guesses = createKeyGuesses(now)
  for (let guess = 0; guess < MOST; guess += 1)
    expect(guesses.admit('192.0.2.1', `wrong ${guess}`, false)).toBe(true)
  expect(guesses.admit('192.0.2.1', 'one more', false)).toBe(false)
  // Otherwise a guesser would learn from the answer which key is right.
  expect(guesses.admit('192.0.2.1', 'right', true)).toBe(false)
  expect(guesses.admit('192.0.2.2', 'right', true)).toBe(true)
  pass(15 * 60_000)
  expect(guesses.admit('192.0.2.1', 'right', true)).toBe(true)
})

test('counts the network of an address of IPv6 as one', () => {
  const guesses = createKeyGuesses(clock().now)
  for (let guess = 0; guess < MOST; guess += 1)
    guesses.admit(`2001:db8::${guess.toString(16)}`, `wrong ${guess}`, false)
  expect(guesses.admit('2001:db8::ffff', 'one more', false)).toBe(false)
})

test('counts a key once, so that a screen with an old link uses up nothing', () => {
  const guesses = createKeyGuesses(clock().now)
  for (let time = 0; time < 10 * MOST; time += 1) guesses.admit('192.0.2.1', 'withdrawn', false)
  expect(guesses.admit('192.0.2.1', 'another', true)).toBe(true)
})

test('keeps a view open that was open before somebody guessed keys', () => {
  const guesses = createKeyGuesses(clock().now)
  guesses.admit('192.0.2.1', 'wall', true)
  for (let guess = 0; guess < 2 * MOST; guess += 1) guesses.admit('192.0.2.1', `wrong ${guess}`, false)
  expect(guesses.admit('192.0.2.1', 'wall', true)).toBe(true)
  expect(guesses.admit('192.0.2.1', 'new', true)).toBe(false)
})
