// Whether a resource flaps: fails and recovers again and again. Pure; times are milliseconds since 1970.
import type { Rule } from '../pipeline/rules.ts'

/** When a resource counts as flapping. */
export interface FlappingRules {
  /** It flaps from so many changes within the window on. */
  begins: number
  window: number
  /** It is steady again at so few changes within this time. */
  ends: number
  calm: number
}

/** Source of the defaults: a check every 20 s that alternates is found after two minutes; a deployment is not. */
export const usualFlapping: FlappingRules = { begins: 5, window: 10 * 60_000, ends: 2, calm: 10 * 60_000 }

/**
 * When a resource counts as flapping, by the rules that look at it: it does if it does for all of them, so that a rule that
 * wants to hear of each change does.
 * @param usual for rules that do not say
 * @returns empty if it never flaps
 */
export function flappingFor(
  rules: readonly Pick<Rule, 'flapping'>[],
  usual: FlappingRules,
): readonly FlappingRules[] {
  if (rules.length === 0) return [usual]
  const limits: FlappingRules[] = []
  for (const { flapping } of rules) {
    if (flapping === undefined) limits.push(usual)
    else if ('off' in flapping) return []
    else {
      const { changes: begins, windowMilliseconds: window, calmMilliseconds: calm } = flapping
      limits.push({ begins, window, ends: 0, calm })
    }
  }
  return limits
}

const lately = (changes: readonly number[], time: number, now: number) =>
  changes.filter((change) => change > now - time)

function flapsBy(changes: readonly number[], isFlapping: boolean, rules: FlappingRules, now: number) {
  return isFlapping
    ? lately(changes, rules.calm, now).length > rules.ends
    : lately(changes, rules.window, now).length >= rules.begins
}

/** Whether a resource that changed at these times flaps. @param isFlapping whether it did before */
export function flaps(
  changes: readonly number[],
  isFlapping: boolean,
  limits: readonly FlappingRules[],
  now: number,
): boolean {
  return limits.length > 0 && limits.every((rules) => flapsBy(changes, isFlapping, rules, now))
}

/** When a resource that flaps will be steady if nothing changes any more. */
export function steadyAt(changes: readonly number[], limits: readonly FlappingRules[], now: number): number {
  const ends = limits.map((rules) => {
    const recent = lately(changes, rules.calm, now)
    const last = recent[recent.length - 1 - rules.ends]
    return last === undefined ? now : last + rules.calm
  })
  return ends.length === 0 ? now : Math.min(...ends)
}
