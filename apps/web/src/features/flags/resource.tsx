import { featureOfProperty, featureTitle } from '@binnacle/contract/access'
import type { Property } from '@binnacle/contract/health'
import { Flag } from 'lucide-react'
import { lazily } from '../../application/pages/lazily.ts'
import { loadProperties } from '../../application/session/flags.ts'
import { defineResource } from '../../application/resource/resource.ts'
import { flagColumns } from './columns.tsx'
import { FlagsHeader } from './flags-header.tsx'
import { flagSearch, type FlagSortColumn, flagSortColumns, isLocal, listFlags } from './flags.ts'
import { FLAGS_PATH } from './paths.ts'
import { deleteFlag } from './queries.ts'

const AddFlag = lazily(async () => (await import('./flag-dialog.tsx')).AddFlag)
const FlagDialog = lazily(async () => (await import('./flag-dialog.tsx')).FlagDialog)

/** The properties of the installation; among them the flags of its features. */
export const flags = defineResource<Property, FlagSortColumn>({
  path: FLAGS_PATH,
  title: 'Feature Flags',
  icon: Flag,
  topic: 'properties',
  access: 'feature_flags',
  words: {
    things: 'feature flags',
    search: 'Search by name, value or description',
    empty: {
      title: 'No data available',
      text: 'Properties are settings by name. Switching off a feature adds one.',
    },
  },
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  noteOf: ({ value }) => value,
  columns: flagColumns,
  sortColumns: flagSortColumns,
  unpaged: true,
  async load(wanted, signal) {
    const all = await loadProperties(signal)
    return { rows: [...listFlags(all, wanted)], total: all.length }
  },
  search: flagSearch,
  isFixed: isLocal,
  opens: { dialog: 'flag' },
  add: { label: 'Add', dialog: 'add' },
  dialogs: [
    { name: 'add', writes: true, component: AddFlag },
    { name: 'flag', ofRow: true, writes: false, component: FlagDialog },
  ],
  removal: {
    remove: ({ name }) => deleteFlag(name),
    nameOf: ({ name }) => name,
    label: 'Delete flag',
    explain({ name, value }) {
      const feature = value === 'true' ? featureOfProperty(name) : undefined
      return feature === undefined
        ? 'Binnacle uses the default of this property again.'
        : `${featureTitle(feature)} is switched on again for everybody.`
    },
    done: 'Feature flag removed successfully',
    topics: ['properties'],
  },
  Header: FlagsHeader,
})
