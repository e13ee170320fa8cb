import { UsersRound } from 'lucide-react'
import { lazy } from 'react'
import { fromTable } from '../../application/resource/from-table.ts'
import { defineResource } from '../../application/resource/resource.ts'
import { teamColumns } from './columns.tsx'
import { listedTeam, type ListedTeam } from './queries.ts'

const AddTeam = lazy(async () => {
  const { AddTeam: component } = await import('./add-team.tsx')
  return { default: component }
})

const sortColumns = ['name', 'source', 'created_at', 'updated_at'] as const

/** The teams that incidents are handed to. */
export const teams = defineResource<ListedTeam, (typeof sortColumns)[number]>({
  path: '/settings/teams',
  title: 'Teams',
  icon: UsersRound,
  topic: 'teams',
  access: 'database',
  words: {
    things: 'teams',
    search: 'Search by name',
    empty: {
      title: 'No resources found',
      text: 'A team is a group of people who are called together, and how they are reached.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: teamColumns,
  sortColumns,
  load: fromTable({
    table: 'teams_with_status',
    columns: '*,created_by(id,name,avatar)',
    row: listedTeam,
    search: ['name'],
    narrow: (query) => query.is('deleted_at', null),
  }),
  opens: 'page',
  add: { label: 'Add', dialog: 'add' },
  dialogs: [{ name: 'add', writes: true, component: AddTeam }],
})
