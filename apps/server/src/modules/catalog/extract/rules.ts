/** How often a rule of a spec applied, and how it failed. */
export interface RuleUse {
  /** Such as `http[0].transform.mask[1]`. */
  rule: string
  hits: number
  failures: number
  /** The first failure. */
  failure: string | undefined
  /** Some of the items or places that it applied to. */
  examples: readonly string[]
}

const MOST_EXAMPLES = 5
const MOST_RULES = 500

/** Counts what the rules of an entry do, for people who edit them. */
export interface RuleLog {
  hit(rule: string, example: string): void
  fail(rule: string, failure: string): void
  uses(this: void): RuleUse[]
}

/** @param place of the entry, which the names of rules begin with */
export function createRuleLog(place: string): RuleLog {
  const known = new Map<string, RuleUse & { examples: string[] }>()
  const useOf = (name: string) => {
    const rule = `${place}.${name}`
    const use = known.get(rule) ?? { rule, hits: 0, failures: 0, failure: undefined, examples: [] }
    if (known.size < MOST_RULES) known.set(rule, use)
    return use
  }
  return {
    hit(rule, example) {
      const use = useOf(rule)
      use.hits += 1
      if (use.examples.length < MOST_EXAMPLES && !use.examples.includes(example)) use.examples.push(example)
    },
    fail(rule, failure) {
      const use = useOf(rule)
      use.failures += 1
      use.failure ??= failure
    },
    uses: () => [...known.values()],
  }
}
