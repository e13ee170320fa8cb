import { Button, Panel } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Panel'

export const stories: readonly Story[] = [
  {
    name: 'With actions',
    render: () => (
      <Panel
        title="Personal access tokens"
        description="For scripts that act in your name."
        actions={<Button>Create token</Button>}
        className="max-w-2xl"
      >
        <p className="text-secondary">You have no tokens.</p>
      </Panel>
    ),
  },
]
