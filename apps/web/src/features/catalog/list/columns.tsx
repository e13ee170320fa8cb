import { itemColumns } from '@binnacle/contract/catalog'
import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { Age, type DataColumn, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'
import { Server, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dataColumns } from '../../../application/columns/data-columns.ts'
import { AlertMark } from '../../notifications/index.ts'
import { AnalysisCounts, ChangeCount, ConfigStatus, Cost, type FilterBy, Tags } from '../cells.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { insightsHref } from '../insights/address.ts'
import { configHref } from '../paths.ts'
import type { ConfigRow } from '../rows.ts'

/** The name of an item with the picture of its type, its agent, and whether it is deleted. */
function ConfigNameCell({
  row,
}: {
  row: Pick<ListedConfig, 'type' | 'name' | 'agent_id' | 'deleted_at'>
}): ReactNode {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ConfigIcon type={row.type} />
      <TruncatedName text={row.name} />
      {row.agent_id !== LOCAL_AGENT_ID && (
        <span className="shrink-0 text-muted" title="Reported by an agent">
          <Server aria-hidden="true" className="size-3" />
          <span className="sr-only">reported by an agent</span>
        </span>
      )}
      {row.deleted_at !== null && (
        <span className="shrink-0 text-muted" title="Deleted">
          <Trash2 aria-hidden="true" className="size-3.5" />
          <span className="sr-only">deleted</span>
        </span>
      )}
    </span>
  )
}

/** A group of the rows of a page. */
export interface RowGroup {
  id: string
  count: number
}

/** What the columns read of an item. */
export type ListedConfig = Pick<
  ConfigRow,
  | 'id'
  | 'name'
  | 'type'
  | 'agent_id'
  | 'health'
  | 'status'
  | 'changes'
  | 'tags'
  | 'analysis'
  | 'cost_total_30d'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
> & { owner?: ConfigRow['owner'] }

/**
 * The columns of the list. Source: CAT-014.
 * @param setup.onTag filters by a tag. Default: tags are text
 * @param setup.ofOneType whether the list is of one type, so that it needs no column for it
 * @param setup.withDeleted whether it contains deleted items
 */
export function configColumns(setup: {
  onTag?: FilterBy
  ofOneType: boolean
  withDeleted: boolean
}): readonly DataColumn<ListedConfig, RowGroup>[] {
  return dataColumns(itemColumns, {
    name: { width: 200, grow: 3, cell: (row) => <ConfigNameCell row={row} /> },
    type: {
      width: 170,
      grow: 1,
      hidden: setup.ofOneType,
      cell: ({ type }) => <TruncatedText text={type} />,
    },
    status: {
      width: 160,
      narrow: 'keep',
      stackedWidth: 120,
      cell: ({ id, health, status }) => (
        <span className="flex min-w-0 items-center gap-1.5">
          <ConfigStatus health={health} status={status} />
          <AlertMark as="mark" kind="config" id={id} healthy={health === null || health === 'healthy'} />
        </span>
      ),
    },
    changes: {
      width: 94,
      rank: 2,
      cell: ({ id, changes }) => <ChangeCount count={changes} href={configHref(id, 'changes')} />,
    },
    tags: {
      width: 220,
      grow: 1,
      rank: 4,
      cell: ({ tags }) => <Tags tags={tags} {...(setup.onTag !== undefined && { onFilter: setup.onTag })} />,
    },
    owner: {
      width: 120,
      rank: 9,
      cell: ({ owner }) =>
        owner === null || owner === undefined ? <NoValue /> : <TruncatedText text={owner.name} />,
    },
    analysis: {
      width: 120,
      rank: 5,
      cell: ({ id, analysis }) => (
        <AnalysisCounts analysis={analysis} href={(type) => insightsHref({ config: id, type })} />
      ),
    },
    cost_total_30d: { width: 76, rank: 6, cell: ({ cost_total_30d: dollars }) => <Cost dollars={dollars} /> },
    created_at: { width: 84, rank: 7, cell: ({ created_at: time }) => <Age time={time} /> },
    updated_at: { width: 88, rank: 1, cell: ({ updated_at: time }) => <Age time={time} /> },
    deleted_at: {
      width: 102,
      rank: 3,
      hidden: !setup.withDeleted,
      cell: ({ deleted_at: time }) => (time === null ? <NoValue /> : <Age time={time} />),
    },
    changed: { width: 90, rank: 8, cell: (row) => <Age time={row.deleted_at ?? row.updated_at} /> },
  })
}
