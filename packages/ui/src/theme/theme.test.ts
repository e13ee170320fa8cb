import { describe, expect, it } from 'vitest'
import { parseDensity, parseThemePreference, resolveTheme } from './theme.ts'

describe('resolveTheme', () => {
  it('shows a chosen theme whatever the system asks for', () => {
    for (const chosen of ['light', 'dark', 'contrast'] as const)
      expect(resolveTheme(chosen, { dark: true, contrast: true })).toBe(chosen)
  })

  it('follows the system, and lets a wish for contrast win', () => {
    expect(resolveTheme('system', { dark: false, contrast: false })).toBe('light')
    expect(resolveTheme('system', { dark: true, contrast: false })).toBe('dark')
    expect(resolveTheme('system', { dark: false, contrast: true })).toBe('contrast')
  })
})

describe('stored preferences', () => {
  it('reads what is known and falls back for the rest', () => {
    expect(parseThemePreference('contrast')).toBe('contrast')
    expect(parseThemePreference('solarized')).toBe('system')
    expect(parseThemePreference(undefined)).toBe('system')
    expect(parseDensity('comfortable')).toBe('comfortable')
    expect(parseDensity('')).toBe('compact')
  })
})
