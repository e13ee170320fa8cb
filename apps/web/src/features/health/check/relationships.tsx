import { TextLink } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Boxes, Component, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from '../../../application/pages/open-pages.ts'
import { reachable } from '../../../application/pages/reachable.ts'
import { DialogList } from '../../../application/resource/query-states.tsx'
import { checkRelationsQuery, type Relation } from './relations.ts'

const paths = { component: '/topology', config: '/catalog' } as const
const words = { component: 'Component', config: 'Catalog' } as const

/** The components and catalog items that a check belongs to. */
export function CheckRelationships({ id }: { id: string }): ReactNode {
  return (
    <DialogList
      answer={useQuery(checkRelationsQuery(id))}
      label="Relationships"
      nothing={{
        title: 'No relationships',
        icon: <Waypoints strokeWidth={1.5} />,
        text: 'This check belongs to no component and to no catalog item.',
      }}
    >
      {(relation) => <RelationRow key={`${relation.kind}:${relation.id}`} relation={relation} />}
    </DialogList>
  )
}

function RelationRow({ relation }: { relation: Relation }): ReactNode {
  const { kind, id, name, type } = relation
  const href = reachable(`${paths[kind]}/${id}`, usePages(), useVisitor())
  const Icon = kind === 'component' ? Component : Boxes
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-2 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      {href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
      <span className="text-muted">{[words[kind], type].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
