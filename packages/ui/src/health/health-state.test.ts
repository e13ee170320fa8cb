import { describe, expect, it } from 'vitest'
import { groupAppearance, healthAppearance, uptimeTone } from './health-state.ts'

describe('healthAppearance', () => {
  it('is red, grey or orange for the states that ask for it, and green for every other', () => {
    const tones = (states: readonly string[]) => states.map((state) => healthAppearance(state).tone)
    expect(tones(['degraded', 'missing', 'unhealthy'])).toEqual(['unhealthy', 'unhealthy', 'unhealthy'])
    expect(tones(['unknown', 'suspended'])).toEqual(['unknown', 'unknown'])
    expect(tones(['warning'])).toEqual(['warning'])
    expect(tones(['healthy', 'running', 'Completed'])).toEqual(['healthy', 'healthy', 'healthy'])
  })

  it('gives every named state a shape of its own', () => {
    const states = ['healthy', 'unhealthy', 'degraded', 'missing', 'warning', 'unknown', 'suspended']
    expect(new Set(states.map((state) => healthAppearance(state).shape)).size).toBe(states.length)
  })

  it('keeps the word of a state it does not know, and does not mind letter case', () => {
    expect(healthAppearance('progressing').word).toBe('Progressing')
    expect(healthAppearance('Unhealthy').tone).toBe('unhealthy')
  })
})

describe('groupAppearance', () => {
  it('shows a mixed group in orange, with a shape that no other state has [HLT-023]', () => {
    expect(groupAppearance.mixed.tone).toBe('warning')
    expect(groupAppearance.mixed.shape).toBe('half')
  })
})

describe('uptimeTone', () => {
  it('changes at 75 and at 90 percent', () => {
    expect(uptimeTone(749, 251)).toBe('unhealthy')
    expect(uptimeTone(75, 25)).toBe('warning')
    expect(uptimeTone(899, 101)).toBe('warning')
    expect(uptimeTone(90, 10)).toBe('healthy')
    expect(uptimeTone(0, 0)).toBe('unknown')
  })
})
