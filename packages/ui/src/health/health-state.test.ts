import { describe, expect, it } from 'vitest'
import { groupAppearance, type HealthTone, healthAppearance, uptimeTone } from './health-state.ts'

describe('healthAppearance', () => {
  it('is red, grey or orange for the states that ask for it, and green for every other', () => {
    const tones = (states: readonly string[]) => states.map((state) => healthAppearance(state).tone)
    expect(tones(['degraded', 'missing', 'unhealthy'])).toEqual(['unhealthy', 'unhealthy', 'unhealthy'])
    expect(tones(['unknown', 'suspended'])).toEqual(['unknown', 'unknown'])
    expect(tones(['warning'])).toEqual(['warning'])
    expect(tones(['healthy', 'running', 'Completed'])).toEqual(['healthy', 'healthy', 'healthy'])
  })

  it('gives every named state its own shape', () => {
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
  const tone = (passed: number, failed: number, beside?: HealthTone) =>
    uptimeTone({ passed, failed }, { warning: 99.9, unhealthy: 99 }, beside)

  it('changes at its thresholds', () => {
    expect(tone(989, 11)).toBe('unhealthy')
    expect(tone(99, 1)).toBe('warning')
    expect(tone(9_989, 11)).toBe('warning')
    expect(tone(999, 1)).toBe('healthy')
    expect(tone(0, 0)).toBe('unknown')
    expect(uptimeTone({ passed: 1, failed: 1 }, { warning: 50, unhealthy: 40 })).toBe('healthy')
  })

  it('is never greener than the health beside it', () => {
    expect(tone(100, 0, 'unhealthy')).toBe('unhealthy')
    expect(tone(100, 0, 'warning')).toBe('warning')
    expect(tone(1, 1, 'warning')).toBe('unhealthy')
    expect(tone(100, 0, 'unknown')).toBe('healthy')
    expect(tone(0, 0, 'unhealthy')).toBe('unknown')
  })
})
