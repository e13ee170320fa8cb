import { PageHeader } from '../src/index.ts'
import { SampleShell } from './sample/shell.tsx'
import type { Story } from './story.ts'

export const title = 'AppShell'
export const layout = 'screen'

export const stories: readonly Story[] = [
  {
    name: 'Frame',
    render: () => (
      <SampleShell>
        <div className="p-5">
          <PageHeader title="A page" breadcrumb={[{ label: 'Dashboard', href: '#dashboard' }]} />
          <p className="mt-3 text-secondary">What the page shows.</p>
        </div>
      </SampleShell>
    ),
  },
]
