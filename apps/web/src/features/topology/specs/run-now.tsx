import type { EditableTopology } from '@binnacle/contract/topology'
import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useWasDeleted } from '../../../application/resource/use-was-deleted.ts'
import { RunButton } from '../../../application/resource/run-button.tsx'
import { topologyArea } from './area.ts'
import { runTopology, topologyRequests } from './requests.ts'

/** Button that runs a topology, and shows what came of it. */
export function RunNow({ item: { id, name } }: { item: EditableTopology }): ReactNode {
  const isDeleted = useWasDeleted(topologyRequests, id)
  return (
    <RunButton
      area={topologyArea}
      name={name}
      isDeleted={isDeleted}
      run={() => runTopology(id)}
      topics={['topologies', 'components']}
      meanwhile="It looks up its components."
      summaryOf={({ success_count: made }) =>
        made === 1 ? '1 component' : `${made.toLocaleString('en')} components`
      }
      links={
        <>
          <TextLink href="/topology">Show the components</TextLink>
          <TextLink href={`/settings/topologies/${id}?tab=jobHistory`}>Job history</TextLink>
        </>
      }
    />
  )
}
