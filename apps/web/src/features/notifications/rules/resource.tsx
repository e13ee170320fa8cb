import { isEditableSource } from '@binnacle/contract/core'
import { BellRing } from 'lucide-react'
import { lazily } from '../../../application/pages/lazily.ts'
import { defineResource } from '../../../application/resource/resource.ts'
import { NotificationTabs } from '../../../application/pages/notification-tabs.tsx'
import { RULES_PATH } from '../paths.ts'
import { ruleColumns } from './columns.tsx'
import { ruleRows, ruleSortColumns } from './queries.ts'
import { ruleRemoval } from './removal.ts'

const CreateRule = lazily(async () => (await import('./rule-dialogs.tsx')).CreateRule)
const EditRule = lazily(async () => (await import('./rule-dialogs.tsx')).EditRule)

function RuleTabs() {
  return <NotificationTabs value="rules" />
}

/** The rules that say who is told of what. */
export const rules = defineResource({
  path: RULES_PATH,
  title: 'Notification Rules',
  icon: BellRing,
  topic: 'notifications',
  // Each message changes the counts of its rule.
  follows: ['notification_history'],
  access: 'notifications',
  words: {
    things: 'rules',
    search: 'Search by name, title or filter',
    empty: {
      title: 'No rules yet',
      text: 'A rule says who is told of which events, how, and how often.',
    },
  },
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: ruleColumns,
  sortColumns: ruleSortColumns,
  filters: [{ id: 'enabled', label: 'Enabled', choices: { true: 'Yes', false: 'No' } }],
  ...ruleRows,
  isFixed: ({ source }) => !isEditableSource(source),
  opens: { dialog: 'id' },
  add: { label: 'Add', dialog: 'add' },
  dialogs: [
    { name: 'add', writes: true, parameters: ['view'], component: CreateRule },
    { name: 'id', ofRow: true, writes: false, parameters: ['view'], component: EditRule },
  ],
  removal: ruleRemoval,
  Header: RuleTabs,
})
