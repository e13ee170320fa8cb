import type { CheckDetail } from '@binnacle/contract/health'
import { TextLink } from '@binnacle/ui'
import { Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReachable } from '../../../application/pages/use-reachable.ts'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { type RelatedThing, useRelated } from './use-related.ts'

/** The components and catalog items that a check belongs to. */
export function CheckRelationships({ check }: { check: CheckDetail }): ReactNode {
  return (
    <DialogList
      answer={useRelated(check)}
      label="Relationships"
      nothing={{
        title: 'No relationships',
        icon: <Waypoints strokeWidth={1.5} />,
        text: 'This check belongs to no component and to no catalog item.',
      }}
    >
      {(thing) => <RelatedRow key={thing.key} thing={thing} />}
    </DialogList>
  )
}

function RelatedRow({ thing }: { thing: RelatedThing }): ReactNode {
  const { name, type, label, icon, path } = thing
  const href = useReachable(path)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-2 py-2">
      <span aria-hidden="true" className="flex shrink-0 text-muted *:size-4">
        {icon}
      </span>
      {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
      <span className="text-muted">{[label, type].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
