import { ruleCondition, type RuleCondition } from '@binnacle/contract/notifications'
import * as z from 'zod/mini'

const list = z.array(ruleCondition)

/** Writes conditions as the form keeps them. */
export const writeConditionList = (conditions: readonly RuleCondition[]): string =>
  conditions.length === 0 ? '' : JSON.stringify(conditions)

/** Reads conditions that `writeConditionList` wrote. */
export const readConditionList = (written: string): RuleCondition[] =>
  written === '' ? [] : list.parse(JSON.parse(written))
