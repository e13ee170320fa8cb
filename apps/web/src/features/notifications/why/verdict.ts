import type { RuleVerdict } from '@binnacle/contract/notifications'
import { formatList } from './words.ts'

/** Verdicts in the groups in which they are shown. */
export interface GroupedVerdicts {
  /** Rules that would tell somebody. */
  telling: readonly RuleVerdict[]
  /** Rules that would tell somebody if something did not stop them. */
  stopped: readonly RuleVerdict[]
  /** Rules that are about other events or resources. */
  others: readonly RuleVerdict[]
}

/** Sorts verdicts by what people look for: who is told, then what stops the rest. */
export function groupVerdicts(verdicts: readonly RuleVerdict[]): GroupedVerdicts {
  const telling = verdicts.filter(({ tells }) => tells)
  const silent = verdicts.filter(({ tells }) => !tells)
  return {
    telling,
    stopped: silent.filter(({ concerns }) => concerns),
    others: silent.filter(({ concerns }) => !concerns),
  }
}

/** The one reason that stopped a rule. */
export function stopReason({ decisions }: Pick<RuleVerdict, 'decisions'>): string {
  const last = decisions.findLast(({ outcome }) => outcome === 'stop') ?? decisions.at(-1)
  return last === undefined ? 'The reason is not known' : last.reason
}

/** What a rule that tells somebody waits for. */
export function holdReason({ decisions }: Pick<RuleVerdict, 'decisions'>): string | undefined {
  return decisions.findLast(({ outcome }) => outcome === 'hold')?.reason
}

/** A sentence that says who would be told by any rule. */
export function answerOf({ telling, stopped }: GroupedVerdicts): string {
  const names = [...new Set(telling.flatMap(({ recipients }) => recipients))]
  if (names.length > 0) return `Yes. If it failed now, ${formatList(names)} would be told.`
  const [first, ...rest] = stopped
  if (first === undefined) return 'No. No rule covers it.'
  return rest.length === 0 ? `No. ${stopReason(first).replace(/\.$/, '')}.` : 'No. Each rule is stopped:'
}
