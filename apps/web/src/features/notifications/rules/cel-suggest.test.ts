import { describe, expect, test } from 'vitest'
import { suggestVariables } from './cel-suggest.ts'

const labels = (text: string) => suggestVariables(text, text.length)?.options.map(({ label }) => label)

describe('the completion of filters', () => {
  test('offers variables where a name begins', () => {
    expect(labels('')).toContain('check')
    expect(suggestVariables('canary.name == che', 18)?.from).toBe(15)
    expect(labels('{{ .ch')).toContain('check')
  })

  test('offers the fields of a variable after a dot', () => {
    expect(labels('check.')).toContain('labels')
    expect(labels('check.la')).toContain('labels')
    expect(labels('permalink.')).toBeUndefined()
    expect(labels('constructor.')).toBeUndefined()
  })
})
