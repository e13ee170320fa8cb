import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isClosed } from './cel-text.ts'
import {
  conditionFields,
  conditionOperators,
  readConditions,
  type RuleCondition,
  writeConditions,
} from './conditions.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '"', "'", '\\', '(', ')', ' && ', ' || ', '\n', 'é', ' in labels'),
  maxLength: 6,
})
const condition: fc.Arbitrary<RuleCondition> = fc
  .record({
    field: fc.constantFrom(...conditionFields),
    label: text.filter((label) => label !== ''),
    operator: fc.constantFrom(...conditionOperators),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
  })
  .map((made) => (made.field === 'label' ? made : { ...made, label: '' }))

describe('conditions of a rule', () => {
  test('are CEL that every client reads', () => {
    const conditions: RuleCondition[] = [
      { field: 'severity', label: '', operator: 'is', values: ['high', 'critical'] },
      { field: 'label', label: 'team', operator: 'is', values: ['payments'] },
      { field: 'name', label: '', operator: 'contains', values: ['shop'] },
      { field: 'namespace', label: '', operator: 'is not', values: ['test'] },
    ]
    const filter =
      'severity in ["high", "critical"] && ("team" in labels && labels["team"] == "payments") && resource.name.contains("shop") && !(resource.namespace == "test")'
    expect(writeConditions(conditions, '')).toBe(filter)
    expect(readConditions(filter)).toEqual({ conditions, expression: '' })
    expect(writeConditions(conditions.slice(0, 1), 'a || b')).toBe(
      'severity in ["high", "critical"] && (a || b)',
    )
    expect(writeConditions([], ' check.type == "http" ')).toBe('check.type == "http"')
  })

  test('are found again beside any expression', () => {
    const expressions = fc.constantFrom(
      '',
      'a || b',
      "check.name == ')' // end",
      'r"\\" == x',
      '[1, 2].exists(n, n > 1)',
      "'''\n(''' == x",
      '(a) && (b)',
    )
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 4 }),
        expressions,
        (conditions, expression) => {
          expect(readConditions(writeConditions(conditions, expression))).toEqual({ conditions, expression })
        },
      ),
    )
  })

  test('of other clients stay as they were written', () => {
    for (const filter of [
      'severity == "high" || check.name == "x"',
      'severity == "high" && a || b',
      'severity == "high" && (a) || (b)',
      'severity == "high" && a',
      "severity == 'high'",
      'labels["team"] == "x"',
      'severity.contains("x") && (a',
      '',
    ])
      expect(readConditions(filter)).toEqual({ conditions: [], expression: filter })
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'severity',
            ' == ',
            '"a"',
            ' && ',
            '(',
            ')',
            ' || ',
            'x',
            '!',
            "'",
            '//',
            '\n',
          ),
        }),
        (filter) => {
          const saved = (text: string) => {
            const { conditions, expression } = readConditions(text)
            return writeConditions(conditions, expression)
          }
          // Saving a filter that was opened changes nothing.
          expect(saved(saved(filter))).toBe(saved(filter))
        },
      ),
    )
  })

  test('need an expression whose brackets and strings end', () => {
    for (const expression of ['a) || (b', '(a', 'a)', '"a', "x == 'a"])
      expect(isClosed(expression)).toBe(false)
    for (const expression of ['', 'a // (', "')' == x", 'r"\\"', '"\\""', '{"a": [1]}["a"][0] == 1'])
      expect(isClosed(expression)).toBe(true)
  })
})
