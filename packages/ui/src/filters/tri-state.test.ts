import { assert, constantFrom, property, string, tuple, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeTriState,
  encodeTriState,
  nextTriState,
  toRequestItems,
  triStateOf,
  type TriStateFilter,
  withTriState,
} from './tri-state.ts'

const filterOf = (...entries: readonly (readonly [string, 1 | -1])[]): TriStateFilter => new Map(entries)

describe('tri-state filter', () => {
  it('goes from neutral to included to excluded and back [SHELL-039]', () => {
    expect(nextTriState(0)).toBe(1)
    expect(nextTriState(1)).toBe(-1)
    expect(nextTriState(-1)).toBe(0)
  })

  it('holds included and excluded values side by side and forgets neutral ones', () => {
    const filter = withTriState(withTriState(filterOf(), 'Pod', 1), 'Node', -1)
    expect(triStateOf(filter, 'Pod')).toBe(1)
    expect(triStateOf(filter, 'Node')).toBe(-1)
    expect(triStateOf(filter, 'Job')).toBe(0)
    expect(withTriState(filter, 'Pod', 0).size).toBe(1)
  })
})

describe('its address form', () => {
  it('is a comma list of value:1 and value:-1 without neutral values [SHELL-040]', () => {
    expect(encodeTriState(filterOf(['Pod', 1], ['Node', -1]))).toBe('Pod:1,Node:-1')
    expect(decodeTriState('Pod:1,Node:-1')).toEqual(filterOf(['Pod', 1], ['Node', -1]))
    expect(encodeTriState(withTriState(filterOf(['Pod', 1]), 'Pod', 0))).toBe('')
  })

  it('keeps commas, colons and backslashes within values', () => {
    const filter = filterOf(['env:prod', 1], ['a,b', -1], ['c:\\d', 1])
    expect(encodeTriState(filter)).toBe('env\\:prod:1,a\\,b:-1,c\\:\\\\d:1')
    expect(decodeTriState(encodeTriState(filter))).toEqual(filter)
  })

  it('leaves out what is not part of it', () => {
    expect(decodeTriState('')).toEqual(filterOf())
    expect(decodeTriState('Pod,Node:2,Job:1:1,:')).toEqual(filterOf())
    expect(decodeTriState('all')).toEqual(filterOf())
  })

  it('brings any text back unchanged, in order', () => {
    const entry = tuple(string({ unit: 'binary' }), constantFrom<1 | -1>(1, -1))
    assert(
      property(uniqueArray(entry, { selector: ([value]) => value }), (entries) => {
        const filter: TriStateFilter = new Map(entries)
        const read = decodeTriState(encodeTriState(filter))
        expect([...read]).toEqual([...filter])
      }),
    )
  })

  it('brings back values that are made of nothing but its own signs', () => {
    const entry = tuple(string({ unit: constantFrom(',', ':', '\\', '1', '-') }), constantFrom<1 | -1>(1, -1))
    assert(
      property(uniqueArray(entry, { selector: ([value]) => value }), (entries) => {
        const filter: TriStateFilter = new Map(entries)
        expect([...decodeTriState(encodeTriState(filter))]).toEqual([...filter])
      }),
    )
  })
})

describe('its request form', () => {
  it('marks excluded items with an exclamation mark [SHELL-041]', () => {
    expect(toRequestItems(filterOf(['Pod', 1], ['Node', -1]))).toEqual(['Pod', '!Node'])
  })
})
