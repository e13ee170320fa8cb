import { Notice, useToast } from '@binnacle/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { HeldDeletions } from '../../../application/resource/held-deletions.tsx'
import { useSession } from '../../../application/session/session.ts'
import { topologyArea } from './area.ts'
import { decideHeldComponents, lastRunQuery } from './requests.ts'

const componentsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'component' : 'components'}`

/** What the last run of a topology says is wrong, and the deletions that it holds. */
export function LastRun({ id }: { id: string }): ReactNode {
  const answer = useQuery(lastRunQuery(id))
  const { data } = answer
  const mayWrite = useSession().may('write', topologyArea.access)
  const toast = useToast()
  const queries = useQueryClient()
  if (answer.error !== null && data === undefined)
    return <LoadFailure compact error={answer.error} queries={[answer]} />
  if (data === undefined || data === null) return null
  const { error, held_deletions: held, components } = data

  async function decide(decision: 'approve' | 'reject'): Promise<void> {
    const { components: found } = await decideHeldComponents(id, decision)
    toast.success(`${decision === 'approve' ? 'Deleted' : 'Kept'} ${componentsText(found)}`)
    await queries.invalidateQueries({ queryKey: ['topologies'] })
  }

  return (
    <>
      {error !== null && <Notice kind="error">{error}</Notice>}
      {held > 0 && (
        <HeldDeletions question={`Delete ${componentsText(held)}?`} mayWrite={mayWrite} decide={decide}>
          {`The last run no longer saw ${held.toLocaleString('en')} of ${componentsText(components)}. They stay in the topology until somebody decides.`}
        </HeldDeletions>
      )}
    </>
  )
}
