// Whether a resource flaps: fails and recovers again and again. Pure; times are milliseconds since 1970.

/** When a resource counts as flapping. */
export interface FlappingRules {
  /** It flaps from so many changes within the window on. */
  begins: number
  /** It is steady again at so few changes within the window. */
  ends: number
  window: number
}

/** Source of the defaults: a check every 20 s that alternates is found after two minutes; a deployment is not. */
export const usualFlapping: FlappingRules = { begins: 5, ends: 2, window: 10 * 60_000 }

const within = (changes: readonly number[], { window }: FlappingRules, now: number) =>
  changes.filter((time) => time > now - window)

/** Whether a resource that changed at these times flaps. @param isFlapping whether it did before */
export function flaps(
  changes: readonly number[],
  isFlapping: boolean,
  rules: FlappingRules,
  now: number,
): boolean {
  const count = within(changes, rules, now).length
  return isFlapping ? count > rules.ends : count >= rules.begins
}

/** When a resource that flaps will be steady if nothing changes any more. */
export function steadyAt(changes: readonly number[], rules: FlappingRules, now: number): number {
  const recent = within(changes, rules, now)
  const last = recent[recent.length - 1 - rules.ends]
  return last === undefined ? now : last + rules.window
}
