import type { CheckDetail } from '@binnacle/contract/health'
import { useQueries } from '@tanstack/react-query'
import { shownOf, useSlot } from '../../../application/slots/slots.tsx'
import type { Related, RelatedList } from '../../../application/slots/types.ts'
import type { Answer } from '../../../application/resource/query-states.tsx'

/** A thing that a check belongs to, with its kind. */
export interface RelatedThing extends Related, Pick<RelatedList<CheckDetail>, 'label' | 'icon'> {
  key: string
}

/** What a check belongs to, of all areas that have such things. Source: CHK-005. */
export function useRelated(check: CheckDetail): Answer<readonly RelatedThing[]> {
  const { fills, isPending } = useSlot('check.related')
  const lists = shownOf(fills, check)
  const answers = useQueries({ queries: lists.map(({ query }) => query(check)) })
  const waits = isPending || answers.some((answer) => answer.isPending)
  return {
    data:
      isPending || answers.some(({ data }) => data === undefined)
        ? undefined
        : lists.flatMap(({ id, label, icon }, place) =>
            (answers[place]?.data ?? []).map((thing) => ({
              ...thing,
              key: `${id}:${thing.id}`,
              label,
              icon,
            })),
          ),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    isPending: waits,
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}
