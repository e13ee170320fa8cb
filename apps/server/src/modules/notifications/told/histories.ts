// For tests: random histories of a resource, and what they do in the model.
import fc from 'fast-check'
import {
  close,
  decide,
  fail,
  HOUR,
  MINUTE,
  type Model,
  pass,
  recover,
  type Service,
  switchRule,
} from './model.ts'

/** What a history does. Minutes are at most two days. */
export type Step =
  | { do: 'fail' | 'recover' | 'delete' | 'acknowledge' | 'unacknowledge' | 'unsilence' | 'wake' | 'worse' }
  | { do: 'pass'; seconds: number }
  | { do: 'silence' | 'snooze' | 'quiet' | 'acknowledge for'; minutes: number }
  | { do: 'switch'; rule: number }
  | { do: 'service'; recipient: string; service: Service }
  | { do: 'storm'; recipient: string }

export const recipients = ['ada', 'bob', 'hook']
const services: readonly Service[] = ['takes', 'fails', 'takes without an answer']

/** Does a step of a history in the model. */
export function apply(model: Model, step: Step): void {
  switch (step.do) {
    case 'fail':
      return fail(model)
    case 'recover':
      return recover(model)
    case 'pass':
      return pass(model, step.seconds * 1_000)
    case 'delete':
      model.exists = false
      model.isWrong = false
      if (model.isOpen) close(model)
      break
    case 'acknowledge':
      if (model.isOpen) model.acknowledgedUntil = Infinity
      break
    case 'acknowledge for':
      if (model.isOpen) model.acknowledgedUntil = model.now + step.minutes * MINUTE
      break
    case 'unacknowledge':
      model.acknowledgedUntil = undefined
      break
    case 'silence':
      model.silencedUntil = model.now + step.minutes * MINUTE
      break
    case 'unsilence':
      model.silencedUntil = undefined
      break
    case 'snooze':
      if (model.isOpen) model.snoozed = { until: model.now + step.minutes * MINUTE, level: model.level }
      break
    case 'wake':
      model.snoozed = undefined
      break
    case 'quiet':
      model.quietUntil = model.now + step.minutes * MINUTE
      break
    case 'worse':
      model.level = Math.min(model.level + 2, 11)
      break
    case 'switch':
      switchRule(model, step.rule)
      break
    case 'storm':
      model.lists.get(step.recipient)?.push({ at: model.now, isSmall: false })
      break
    case 'service':
      model.services.set(step.recipient, step.service)
      break
  }
  decide(model)
}

const minutes = fc.integer({ min: 1, max: 600 })
/** Steps of random histories. */
export const stepOf: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Step>({ do: 'fail' }, { do: 'recover' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 12 * 3_600 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      { do: 'delete' },
      { do: 'acknowledge' },
      { do: 'unacknowledge' },
      { do: 'unsilence' },
      { do: 'wake' },
      { do: 'worse' },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'silence' as const,
        'snooze' as const,
        'quiet' as const,
        'acknowledge for' as const,
      ),
      minutes,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), rule: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('storm' as const), recipient: fc.constantFrom(...recipients) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('service' as const),
      recipient: fc.constantFrom(...recipients),
      service: fc.constantFrom(...services),
    }),
  },
)

/** Rules of random histories. */
export const ruleOf = fc.record({
  recipients: fc.subarray(recipients, { minLength: 1 }),
  isOn: fc.constant(true),
  waitMilliseconds: fc.constantFrom(0, 0, 5 * MINUTE),
  remindMilliseconds: fc.constantFrom(undefined, undefined, 4 * HOUR),
  closingMilliseconds: fc.constantFrom(0, 0, 5 * MINUTE, HOUR),
})

/** What a recipient believes: what the last message said. */
export const believes = (model: Model, recipient: string) => {
  const last = model.inbox.get(recipient)?.at(-1)
  return last === undefined ? 'nothing' : last.what === 'over' ? 'over' : 'open'
}
