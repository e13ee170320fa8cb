import { describe, expect, it } from 'vitest'
import { phasesOf, readEvidence } from './evidence.ts'

describe('the evidence of a run', () => {
  it('is sorted into what is known by name and the rest', () => {
    const details = {
      code: 503,
      address: '127.0.0.1',
      headers: { server: 'x' },
      records: ['a'],
      truncated: true,
    }
    expect(readEvidence(details)).toEqual({
      code: 503,
      address: '127.0.0.1',
      headers: { server: 'x' },
      rest: { records: ['a'], truncated: true },
    })
  })

  it('keeps what does not look as its name promises among the rest', () => {
    expect(readEvidence({ code: 'E1', content: { a: 1 } })).toEqual({
      rest: { code: 'E1', content: { a: 1 } },
    })
  })

  it('may be missing', () => {
    for (const details of [null, undefined, 'text', 5]) expect(readEvidence(details)).toEqual({ rest: {} })
  })
})

describe('phases', () => {
  it('follow one another, however they are stored, and share the time', () => {
    expect(phasesOf({ firstByte: 60, name: 10, connect: 30 })).toEqual([
      { name: 'Name lookup', milliseconds: 10, start: 0, length: 0.1 },
      { name: 'Connect', milliseconds: 30, start: 0.1, length: 0.3 },
      { name: 'Waiting', milliseconds: 60, start: 0.4, length: 0.6 },
    ])
  })

  it('that took no time have no length', () => {
    expect(phasesOf({ 'signing in': 0 })).toEqual([
      { name: 'signing in', milliseconds: 0, start: 0, length: 0 },
    ])
  })
})
