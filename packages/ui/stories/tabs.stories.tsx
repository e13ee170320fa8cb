import { type ReactNode, useState } from 'react'
import { Tabs } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Tabs'

const tabs = [
  { id: 'history', label: 'History', count: 1_440 },
  { id: 'spec', label: 'Specification' },
  { id: 'relationships', label: 'Relationships', count: 3 },
] as const

function Example({ links }: { links: boolean }): ReactNode {
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('history')
  return (
    <Tabs
      label="Check"
      tabs={links ? tabs.map((item) => ({ ...item, href: `#${item.id}` })) : tabs}
      value={tab}
      onChange={setTab}
      panelClassName="py-3 text-secondary"
    >
      What is behind “{tab}”.
    </Tabs>
  )
}

export const stories: readonly Story[] = [
  { name: 'Buttons', render: () => <Example links={false} /> },
  { name: 'Links', render: () => <Example links /> },
]
