import type { RuleVerdict } from '@binnacle/contract/notifications'
import { describe, expect, test } from 'vitest'
import { answerOf, groupVerdicts, holdReason, stopReason } from './verdict.ts'
import { formatList } from './words.ts'

let count = 0
function verdict(changes: Partial<RuleVerdict> = {}): RuleVerdict {
  count += 1
  const rule = { id: `01900000-0000-7000-8000-00000000000${count}`, name: `rule ${count}` }
  return { rule, concerns: true, tells: false, recipients: [], decisions: [], ...changes }
}
const at = '2026-01-01T00:00:00Z'
const stopped = (reason: string) =>
  verdict({
    decisions: [
      { step: 'rule', outcome: 'pass', reason: 'The rule names check.failed', at },
      { step: 'silence', outcome: 'stop', reason, at },
    ],
  })
const answer = (...verdicts: RuleVerdict[]) => answerOf(groupVerdicts(verdicts))

describe('the answer to who would be told now', () => {
  test('names each recipient once, and counts those beyond a few', () => {
    const ada = verdict({ tells: true, recipients: ['Ada'] })
    expect(answer(ada, verdict({ tells: true, recipients: ['Ada', 'Grace'] }))).toBe(
      'Yes. If it failed now, Ada and Grace would be told.',
    )
    expect(answer(verdict({ tells: true, recipients: ['a', 'b', 'c', 'd'] }))).toContain('a, b, and 2 more')
  })

  test('is the one reason where one rule is stopped, and says if no rule is about it', () => {
    expect(answer(stopped('Silenced: the shop moves'))).toBe('No. Silenced: the shop moves.')
    expect(answer(stopped('Quiet until 2026-11-24T10:36:29.296Z'))).toMatch(
      /^No\. Quiet until 2026-11-24T10:36:29\.296Z\.$/,
    )
    expect(answer(stopped('a'), stopped('b'))).toBe('No. Each rule is stopped:')
    expect(answer(verdict({ concerns: false }))).toBe('No. No rule covers it.')
  })
})

test('rules come in groups: those that tell, those that are stopped, and those about something else', () => {
  const tells = verdict({ tells: true })
  const silent = stopped('a')
  const other = verdict({ concerns: false })
  expect(groupVerdicts([other, silent, tells])).toEqual({
    telling: [tells],
    stopped: [silent],
    others: [other],
  })
})

test('what a rule waits for is said although it tells', () => {
  const decisions = [{ step: 'wait', outcome: 'hold', reason: 'Waits 5 min', at }] as const
  expect(holdReason({ decisions: [...decisions] })).toBe('Waits 5 min')
  expect(holdReason(stopped('a'))).toBeUndefined()
  expect(stopReason({ decisions: [] })).toBe('The reason is not known')
})

test('three names are said, of more the first two', () => {
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(formatList(['a', 'b', 'c', 'd'])).toBe('a, b, and 2 more')
})
