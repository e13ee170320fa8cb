import type { EditableTopology } from '@binnacle/contract/topology'
import { TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { defineKindPage } from '../../../application/resource/kind-page.tsx'
import { SpecSection } from '../../../application/resource/spec-section.tsx'
import { useReachable } from '../../../application/pages/use-reachable.ts'
import { topologyArea } from './area.ts'
import { TopologyEditor } from './editor.tsx'
import { LastRun } from './last-run.tsx'
import { topologyRemoval } from './removal.ts'
import { topologyKind, topologyRequests } from './requests.ts'
import { RunNow } from './run-now.tsx'

/** Page of one topology: its spec and its job history. Source: SET-013. */
export const topologyItemPage = defineKindPage<EditableTopology>(topologyArea, {
  keyOf: topologyRequests.keyOf,
  load: topologyRequests.load,
  Actions: RunNow,
  Spec: TopologySpec,
})

function TopologySpec({ item }: { item: EditableTopology }): ReactNode {
  // Source: SET-025. While there is no page of integrations, the person stays here.
  const integrations = useReachable('/settings/integrations')
  return (
    <div className="flex flex-col gap-4">
      <LastRun id={item.id} />
      <p>
        <TextLink href="/topology">Show the components</TextLink>
      </p>
      <SpecSection
        area={topologyArea}
        item={item}
        kind={topologyKind}
        removal={topologyRemoval}
        Editor={TopologyEditor}
        afterSaving={integrations}
      />
    </div>
  )
}
