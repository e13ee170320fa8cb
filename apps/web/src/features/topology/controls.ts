import { healthsByWeight, LOCAL_AGENT_ID } from '@binnacle/contract/core'
import type { TopologyAnswer } from '@binnacle/contract/topology'
import {
  ALL,
  type ChoiceControl,
  type FilterControl,
  type FilterOption,
  healthAppearance,
} from '@binnacle/ui'
import type { Filters } from '../../application/address/use-filters.ts'
import type { TopologyValues } from './filters.ts'
import type { AgentName } from '@binnacle/contract/topology'

/** What filters offer. */
export interface FilterChoices {
  answer: TopologyAnswer | undefined
  /** Labels as `key=value`. */
  labels: readonly string[]
  agents: readonly AgentName[]
}

/** Options of a filter, with the chosen value even if nothing has it any more. */
function optionsOf(options: readonly FilterOption[], chosen: string): readonly FilterOption[] {
  const isMissing = chosen !== ALL && !options.some(({ value }) => value === chosen)
  return [{ value: ALL, label: 'All' }, ...options, ...(isMissing ? [{ value: chosen, label: chosen }] : [])]
}

/** The filters of the topology. Source: TOP-005, TOP-035, TOP-053. */
export function filterControls(
  { values, set }: Filters<TopologyValues>,
  { answer, labels, agents }: FilterChoices,
): readonly FilterControl[] {
  const choice = (
    id: 'status' | 'type' | 'team' | 'agent_id',
    label: string,
    options: readonly FilterOption[],
  ): ChoiceControl => ({
    kind: 'choice',
    id,
    label,
    value: values[id],
    neutral: ALL,
    options: optionsOf(options, values[id]),
    onChange: (value) => set({ [id]: value }),
  })
  const plain = (texts: readonly string[] = []) =>
    texts.filter((text) => text !== '').map((text) => ({ value: text, label: text }))
  // Links lead here with each of the healths, so all of them are offered.
  const statuses = [...new Set([...healthsByWeight, ...(answer?.healthStatuses ?? [])])]
  const pairs = [...new Set([...labels, ...values.labels.keys()])]
  return [
    choice(
      'status',
      'Health',
      statuses.map((value) => ({ value, label: healthAppearance(value).word })),
    ),
    choice('type', 'Type', plain(answer?.types)),
    choice('team', 'Team', plain(answer?.teams)),
    {
      kind: 'triState',
      id: 'labels',
      label: 'Labels',
      value: values.labels,
      options: pairs.map((pair) => ({ value: pair, label: pair })),
      onChange: (next) => set({ labels: next }),
    },
    choice(
      'agent_id',
      'Agent',
      agents.map(({ id, name }) => ({ value: id, label: id === LOCAL_AGENT_ID ? 'Local' : name })),
    ),
  ]
}

/** Labels as `key=value`, by key. */
export function pairsOf(tags: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.entries(tags)
    .flatMap(([key, values]) => values.map((value) => `${key}=${value}`))
    .toSorted((a, b) => a.localeCompare(b, 'en'))
}
