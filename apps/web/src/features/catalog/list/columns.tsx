import { LOCAL_AGENT_ID } from '@binnacle/contract/core'
import { Age, type DataColumn, NoValue, TruncatedName, TruncatedText } from '@binnacle/ui'
import { Server, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertMark } from '../../notifications/index.ts'
import { AnalysisCounts, ChangeCount, ConfigStatus, Cost, type FilterBy, Tags } from '../cells.tsx'
import { ConfigIcon } from '../config-icon.tsx'
import { insightsHref } from '../insights/address.ts'
import { configHref } from '../paths.ts'
import type { ConfigRow } from '../rows.ts'

/** Id of the server itself among agents. */

/** The name of an item with the picture of its type, its agent, and whether it is deleted. */
export function ConfigNameCell({ row }: { row: ConfigRow }): ReactNode {
  const agent = row.agent_id
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ConfigIcon type={row.type} />
      <TruncatedName text={row.name} />
      {typeof agent === 'string' && agent !== LOCAL_AGENT_ID && (
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
}): readonly DataColumn<ConfigRow, RowGroup>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      width: 200,
      grow: 3,
      cell: (row) => <ConfigNameCell row={row} />,
    },
    {
      id: 'type',
      header: 'Type',
      sortable: true,
      width: 170,
      grow: 1,
      hidden: setup.ofOneType,
      cell: ({ type }) => <TruncatedText text={type} />,
    },
    {
      id: 'status',
      header: 'Status',
      sortable: true,
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
    {
      id: 'changes',
      header: 'Changes',
      sortable: true,
      numeric: true,
      width: 94,
      rank: 2,
      cell: ({ id, changes }) => <ChangeCount count={changes} href={configHref(id, 'changes')} />,
    },
    {
      id: 'tags',
      header: 'Tags',
      width: 220,
      grow: 1,
      rank: 4,
      cell: ({ tags }) => <Tags tags={tags} {...(setup.onTag !== undefined && { onFilter: setup.onTag })} />,
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 120,
      rank: 9,
      hidden: true,
      cell: ({ owner }) =>
        owner === null || owner === undefined ? <NoValue /> : <TruncatedText text={owner.name} />,
    },
    {
      id: 'analysis',
      header: 'Analysis',
      width: 120,
      rank: 5,
      cell: ({ id, analysis }) => (
        <AnalysisCounts analysis={analysis} href={(type) => insightsHref({ config: id, type })} />
      ),
    },
    {
      id: 'cost_total_30d',
      header: 'Cost',
      sortable: true,
      numeric: true,
      width: 76,
      rank: 6,
      cell: ({ cost_total_30d: dollars }) => <Cost dollars={dollars} />,
    },
    {
      id: 'created_at',
      header: 'Created',
      sortable: true,
      numeric: true,
      width: 84,
      rank: 7,
      cell: ({ created_at: time }) => <Age time={time} />,
    },
    {
      id: 'updated_at',
      header: 'Updated',
      sortable: true,
      numeric: true,
      width: 88,
      rank: 1,
      cell: ({ updated_at: time }) => <Age time={time} />,
    },
    {
      id: 'deleted_at',
      header: 'Deleted At',
      sortable: true,
      numeric: true,
      width: 102,
      rank: 3,
      hidden: !setup.withDeleted,
      cell: ({ deleted_at: time }) => (time === null ? <NoValue /> : <Age time={time} />),
    },
    {
      id: 'changed',
      header: 'Changed',
      numeric: true,
      width: 90,
      rank: 8,
      hidden: true,
      cell: (row) => <Age time={row.deleted_at ?? row.updated_at ?? row.created_at} />,
    },
  ]
}
