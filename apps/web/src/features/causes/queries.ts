import { type CauseSubjectKind, likelyCauses } from '@binnacle/contract/causes'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../application/requests/api.ts'

/** What a list of causes is about. */
export interface CausesOf {
  kind: CauseSubjectKind
  id: string
  /** How far back changes are looked for. */
  hours?: string | undefined
}

const topics = { check: 'checks', config: 'configs', component: 'components' } as const

/** The likely causes of the trouble of a thing, the most likely first. */
export const causesQuery = ({ kind, id, hours }: CausesOf) =>
  queryOptions({
    queryKey: [topics[kind], 'causes', id, hours ?? ''],
    meta: { shows: [id] },
    queryFn: ({ signal }) =>
      request(
        `/api/causes?${new URLSearchParams({ kind, id, ...(hours !== undefined && { hours }) })}`,
        likelyCauses,
        { signal },
      ),
  })
