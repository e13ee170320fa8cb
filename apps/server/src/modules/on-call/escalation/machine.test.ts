import { MINUTE } from '@binnacle/contract/core'
import type { Severity } from '@binnacle/contract/health'
import type { EscalationTarget } from '@binnacle/contract/on-call'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterStep,
  type AlertState,
  beginEscalation,
  type Escalation,
  type EscalationRules,
  followAlert,
  nextAction,
} from './machine.ts'

const start = Date.parse('2026-11-23T09:00:00Z')
const target: EscalationTarget = { kind: 'person', id: '01900000-0000-7000-8000-000000000000' }
const rulesOf = (changes: Partial<EscalationRules>): EscalationRules => ({
  steps: [0, 5, 10].map((afterMinutes) => ({ afterMinutes, targets: [target] })),
  repeat: { times: 1, afterMinutes: 15 },
  acknowledgementMinutes: null,
  hold: null,
  ...changes,
})

/** An alert that is escalated as the engine does it, with a clock that moves by hand. */
function escalate(
  rules: EscalationRules,
  severity: Severity = 'critical',
  reaches: (step: number) => boolean = () => true,
) {
  let now = start
  let escalation = beginEscalation(rules, now)
  const alert: AlertState = { isOpen: true, acknowledgedAt: null, acknowledgedUntil: null }
  const steps: { at: number; cycle: number; round: number; step: number }[] = []
  /** Does what is due. Running it once more changes nothing. */
  function run(): void {
    escalation = followAlert(escalation, rules, alert, now)
    for (let guard = 0; guard < 100; guard += 1) {
      const action = nextAction(escalation, rules, severity, now)
      if (action.do === 'nothing') return
      if (action.do === 'wait') {
        escalation = { ...escalation, dueAt: action.until }
        return
      }
      const { cycle, round, step } = escalation
      if (reaches(step)) steps.push({ at: (now - start) / MINUTE, cycle, round, step })
      escalation = afterStep(escalation, rules, reaches(step), now)
    }
    throw new Error('the escalation does not come to rest')
  }
  run()
  return {
    alert,
    steps,
    state: (): Escalation => escalation,
    run,
    /** Moves the clock from due time to due time. */
    pass(minutes: number) {
      const end = now + minutes * MINUTE
      while (escalation.dueAt !== null && escalation.dueAt <= end) {
        now = Math.max(now, escalation.dueAt)
        run()
      }
      now = end
    },
    acknowledge(until: number | null = null) {
      alert.acknowledgedAt = now
      alert.acknowledgedUntil = until
      run()
    },
    close() {
      alert.isOpen = false
      run()
    },
    now: () => now,
  }
}

const minutesOf = (steps: readonly { at: number }[]) => steps.map(({ at }) => at)

describe('an escalation', () => {
  test('tells each step in its time, repeats them, and then rests', () => {
    const escalated = escalate(rulesOf({}))
    escalated.pass(24 * 60)
    expect(minutesOf(escalated.steps)).toEqual([0, 5, 15, 30, 35, 45])
    expect(escalated.state()).toMatchObject({ status: 'exhausted', dueAt: null })
  })

  test('rests while the alert is acknowledged, and ends with it', () => {
    const escalated = escalate(rulesOf({}))
    escalated.pass(6)
    escalated.acknowledge()
    escalated.pass(24 * 60)
    expect(minutesOf(escalated.steps)).toEqual([0, 5])
    expect(escalated.state().status).toBe('acknowledged')
    escalated.close()
    escalated.pass(24 * 60)
    expect(escalated.state()).toMatchObject({ status: 'closed', dueAt: null })
    expect(minutesOf(escalated.steps)).toEqual([0, 5])
  })

  test('begins again when an acknowledgement ends, as often as that happens', () => {
    const escalated = escalate(rulesOf({ acknowledgementMinutes: 60, repeat: { times: 0, afterMinutes: 1 } }))
    escalated.pass(6)
    escalated.acknowledge()
    escalated.pass(70)
    expect(escalated.steps.map(({ at, cycle, step }) => [at, cycle, step])).toEqual([
      [0, 0, 0],
      [5, 0, 1],
      [66, 1, 0],
      [71, 1, 1],
    ])
    escalated.acknowledge()
    escalated.pass(60)
    expect(escalated.steps.at(-1)).toMatchObject({ at: 136, cycle: 2, step: 0 })
  })

  test('begins again also when the alert itself says when its acknowledgement ends', () => {
    const escalated = escalate(rulesOf({}))
    escalated.acknowledge(start + 30 * MINUTE)
    escalated.pass(30)
    expect(escalated.steps.at(-1)).toMatchObject({ at: 30, cycle: 1, step: 0 })
  })

  test('goes on at once after a step that reaches nobody, but keeps the wait between rounds', () => {
    const escalated = escalate(rulesOf({}), 'critical', (step) => step === 1)
    escalated.pass(24 * 60)
    expect(minutesOf(escalated.steps)).toEqual([0, 25])
    const silent = escalate(rulesOf({ repeat: { times: 20, afterMinutes: 1 } }), 'critical', () => false)
    expect(silent.state()).toMatchObject({ status: 'running', round: 1 })
  })

  test('waits for working hours, unless the severity is urgent', () => {
    const hold = {
      timeZone: 'Europe/Berlin',
      hours: [{ days: [1, 2, 3, 4, 5], from: '11:00', to: '12:00' }],
      urgent: ['critical' as const],
    }
    const escalation = escalate(rulesOf({ hold }), 'low')
    escalation.pass(24 * 60)
    // 11:00 in Berlin is an hour after the start. The repetition would be at 11:30, and its last step at 11:45.
    expect(minutesOf(escalation.steps)).toEqual([60, 65, 75, 90, 95, 105])
    expect(minutesOf(escalate(rulesOf({ hold }), 'critical').steps)).toEqual([0])
  })
})

const rules = fc.record({
  steps: fc.array(
    fc.record({
      afterMinutes: fc.integer({ min: 0, max: 30 }),
      targets: fc.constant<EscalationTarget[]>([target]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  repeat: fc.record({ times: fc.integer({ min: 0, max: 3 }), afterMinutes: fc.integer({ min: 1, max: 60 }) }),
  acknowledgementMinutes: fc.option(fc.integer({ min: 1, max: 90 })),
  hold: fc.constant(null),
})
const actions = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ do: 'acknowledge' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'run' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
  ),
  { maxLength: 12 },
)

test('nobody is told after the alert is closed or while it is acknowledged, no step twice, none is left out', () => {
  fc.assert(
    fc.property(rules, actions, (policy, sequence) => {
      const escalated = escalate(policy)
      /** Whether a step may be told at this minute. */
      let quietSince: number | undefined
      let closedAt: number | undefined
      const minute = () => (escalated.now() - start) / MINUTE
      for (const action of sequence) {
        const before = escalated.steps.length
        if (action.do === 'pass') escalated.pass(action.minutes)
        else if (action.do === 'run') escalated.run()
        else if (action.do === 'close') {
          escalated.close()
          closedAt ??= minute()
        } else {
          escalated.acknowledge()
          if (closedAt === undefined) quietSince = minute()
        }
        const added = minutesOf(escalated.steps.slice(before))
        const end = policy.acknowledgementMinutes ?? Infinity
        // Closed or acknowledged at that minute, nothing is told from there on.
        expect(added.filter((at) => at >= (closedAt ?? Infinity))).toEqual([])
        expect(
          added.filter((at) => quietSince !== undefined && at >= quietSince && at < quietSince + end),
        ).toEqual([])
      }
      const keys = escalated.steps.map(({ cycle, round, step }) => `${cycle} ${round} ${step}`)
      expect(new Set(keys).size).toBe(keys.length)
      // Within a cycle steps follow each other: 0, 1, … and after the last one 0 of the next round.
      for (const cycle of new Set(escalated.steps.map((entry) => entry.cycle))) {
        const ofCycle = escalated.steps.filter((entry) => entry.cycle === cycle)
        expect(ofCycle.map(({ round, step }) => round * policy.steps.length + step)).toEqual([
          ...ofCycle.keys(),
        ])
      }
    }),
    { numRuns: 500 },
  )
})
