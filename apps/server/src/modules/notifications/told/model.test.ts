import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, believes, recipients, ruleOf, type Step, stepOf } from './histories.ts'
import { createModel, HOUR, MINUTE, type Model, pass } from './model.ts'

/** Everything that was held back and every message is explained by this alone. */
function holdsOf(model: Model): boolean {
  const { now } = model
  const holds = (until: number | undefined) => until !== undefined && until > now
  const isQuiet = holds(model.quietUntil) && model.level < 11
  const isSnoozed = holds(model.snoozed?.until) && model.level <= (model.snoozed?.level ?? 0)
  return holds(model.silencedUntil) || holds(model.acknowledgedUntil) || isSnoozed || isQuiet
}

/** Whether somebody whom a rule names knows less than they should, and nothing says why. */
function untold(model: Model): string[] {
  const named = new Set(model.rules.flatMap((each) => (each.isOn ? each.recipients : [])))
  return recipients.filter((recipient) => {
    const told = model.told.get(recipient)
    const isExplained =
      model.onItsWay.has(recipient) ||
      (told?.heldBy !== undefined && (told.heldUntil ?? Infinity) > model.now)
    if (isExplained) return false
    if (model.isOpen && model.isWrong) return named.has(recipient) && believes(model, recipient) !== 'open'
    if (model.isOpen) return false
    return believes(model, recipient) === 'open'
  })
}

/** Everybody who gets one message too many: two that say the same of one outage, without a reason. */
function doubled(model: Model, outages: readonly number[], levels: readonly number[]): string[] {
  return recipients.filter((recipient) => {
    const inbox = model.inbox.get(recipient) ?? []
    return inbox.some(({ what, at }, place) => {
      const before = inbox[place - 1]
      if (before === undefined || what === 'reminder' || before.what === 'reminder') return false
      if (what === 'over') return before.what === 'over'
      if (before.what !== 'open') return false
      // A message that waited says how bad it was when it was decided, so the next one may say that it is worse.
      const begun = Math.max(...outages.filter((time) => time <= before.at))
      const isWorse = levels.some((time) => time >= begun && time <= at)
      return !isWorse && !outages.some((time) => time >= before.at && time <= at)
    })
  })
}

/** Runs a history, then lets everything end. @returns what is wrong */
function faultsOf(rules: Parameters<typeof createModel>[0], steps: readonly Step[]): string[] {
  const model = createModel(rules, recipients)
  const outages: number[] = []
  const levels: number[] = []
  const faults: string[] = []
  for (const step of steps) {
    if (step.do === 'fail' && !model.isOpen) outages.push(model.now)
    if (step.do === 'worse') levels.push(model.now)
    const flapped = model.flappingSince
    apply(model, step)
    // What is steady again is told again, once.
    if (flapped !== undefined && model.flappingSince === undefined) levels.push(model.now)
    if (model.flappingSince !== undefined) levels.push(model.now)
    pass(model, 5_000)
    for (const recipient of untold(model)) faults.push(`${recipient} is untold after ${step.do}`)
  }
  for (const recipient of recipients) model.services.set(recipient, 'takes')
  if (model.acknowledgedUntil === Infinity) apply(model, { do: 'unacknowledge' })
  levels.push(model.now)
  pass(model, 48 * HOUR)
  levels.push(model.now)
  if (holdsOf(model)) faults.push('a hold never ends')
  const named = new Set(model.rules.flatMap((each) => (each.isOn ? each.recipients : [])))
  for (const recipient of recipients) {
    const belief = believes(model, recipient)
    if (model.isWrong && model.isOpen && named.has(recipient) && belief !== 'open')
      faults.push(`${recipient} believes ${belief}, and it is failing`)
    if (!model.isOpen && belief === 'open') faults.push(`${recipient} believes it is failing, and it is over`)
  }
  faults.push(...doubled(model, outages, levels).map((recipient) => `${recipient} was told twice`))
  return faults
}

test('whatever happens, everybody knows in time and once what they should know, or a hold with an end says why not', () => {
  fc.assert(
    fc.property(
      fc.array(ruleOf, { minLength: 1, maxLength: 2 }),
      fc.array(stepOf, { maxLength: 30 }),
      (rules, steps) => {
        expect(faultsOf(rules, steps)).toEqual([])
      },
    ),
    { numRuns: Number(process.env['HISTORIES'] ?? 10_000) },
  )
})

const oneRule = (changes: Partial<Parameters<typeof createModel>[0][number]> = {}) => [
  {
    recipients: ['ada'],
    isOn: true,
    waitMilliseconds: 0,
    remindMilliseconds: undefined,
    closingMilliseconds: 0,
    ...changes,
  },
]

function inboxOf(steps: readonly Step[], rules = oneRule()) {
  const model = createModel(rules, recipients)
  for (const step of steps) apply(model, step)
  pass(model, MINUTE)
  return (model.inbox.get('ada') ?? []).map(({ what }) => what)
}

const wait = (seconds: number): Step => ({ do: 'pass', seconds })

describe('what was seen', () => {
  test('1: what fails, recovers and fails again within an hour is told each time', () => {
    expect(inboxOf([{ do: 'fail' }, wait(60), { do: 'recover' }, wait(60), { do: 'fail' }])).toEqual([
      'open',
      'over',
      'open',
    ])
  })

  test('1: what still fails is told when its silence, its snooze or its acknowledgement ends', () => {
    for (const hold of ['silence', 'quiet'] as const)
      expect(inboxOf([{ do: hold, minutes: 30 }, { do: 'fail' }, wait(31 * 60)])).toEqual(['open'])
    const waiting = oneRule({ waitMilliseconds: 5 * MINUTE })
    for (const hold of ['snooze', 'acknowledge for'] as const)
      expect(inboxOf([{ do: 'fail' }, { do: hold, minutes: 30 }, wait(36 * 60)], waiting)).toEqual(['open'])
  })

  test('2: a limit keeps nothing back for longer than its summary, and no first failure', () => {
    const again: Step[] = Array.from({ length: 6 }, (): Step[] => [
      { do: 'fail' },
      wait(11 * 60),
      { do: 'recover' },
      wait(60),
    ]).flat()
    const inbox = inboxOf([...again, { do: 'fail' }, wait(16 * 60)])
    expect(inbox.at(-1)).toBe('open')
    expect(inboxOf([{ do: 'fail' }])).toEqual(['open'])
  })

  test('3: who was told hears of the end of what is deleted, or of what no rule looks at any more', () => {
    expect(inboxOf([{ do: 'fail' }, wait(60), { do: 'delete' }])).toEqual(['open', 'over'])
    expect(inboxOf([{ do: 'fail' }, wait(60), { do: 'switch', rule: 0 }])).toEqual(['open', 'over'])
  })

  test('4: two rules tell one person once, and of the end once', () => {
    const two = [...oneRule(), ...oneRule({ recipients: ['ada', 'bob'] })]
    expect(inboxOf([{ do: 'fail' }, wait(60), { do: 'recover' }], two)).toEqual(['open', 'over'])
  })

  test('4: after a list what fails waits for the next one, at most eight minutes, unless it is critical', () => {
    const storm: Step[] = Array.from({ length: 5 }, (): Step[] => [
      { do: 'storm', recipient: 'ada' },
      wait(60),
    ]).flat()
    expect(inboxOf([...storm, { do: 'fail' }, wait(60)])).toEqual([])
    expect(inboxOf([...storm, { do: 'fail' }, wait(8 * 60)])).toEqual(['open'])
    const worst: Step[] = Array.from({ length: 2 }, () => ({ do: 'worse' }))
    expect(inboxOf([...worst, ...storm, { do: 'fail' }])).toEqual(['open'])
  })

  test('5: what flaps is told at its begin and at its end, not at each change', () => {
    const flapping: Step[] = Array.from({ length: 20 }, (): Step[] => [
      { do: 'fail' },
      wait(20),
      { do: 'recover' },
      wait(20),
    ]).flat()
    expect(inboxOf([...flapping, wait(700)])).toEqual(['open', 'over', 'open', 'over', 'open', 'over'])
  })

  test('5: what fails again within the closing delay goes on, and its end is told once when that is over', () => {
    const closing = oneRule({ closingMilliseconds: 5 * MINUTE })
    const again: Step[] = [{ do: 'fail' }, wait(30), { do: 'recover' }, wait(240), { do: 'fail' }, wait(30)]
    expect(inboxOf(again, closing)).toEqual(['open'])
    expect(inboxOf([...again, { do: 'recover' }, wait(239)], closing)).toEqual(['open'])
    expect(inboxOf([...again, { do: 'recover' }, wait(301)], closing)).toEqual(['open', 'over'])
    const either = [...closing, ...oneRule()]
    expect(inboxOf([{ do: 'fail' }, wait(30), { do: 'recover' }, wait(1)], either)).toEqual(['open', 'over'])
  })

  test('6: a service that fails for an hour gets what is true then', () => {
    expect(
      inboxOf([
        { do: 'service', recipient: 'ada', service: 'fails' },
        { do: 'fail' },
        wait(3_600),
        { do: 'service', recipient: 'ada', service: 'takes' },
        wait(301),
      ]),
    ).toEqual(['open'])
  })
})
