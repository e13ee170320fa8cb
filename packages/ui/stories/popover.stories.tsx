import { Button, Popover } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Popover'

export const stories: readonly Story[] = [
  {
    name: 'With text',
    render: () => (
      <div>
        <Popover label="About uptime" trigger={<Button>What is uptime?</Button>}>
          <p className="max-w-60">
            Passed runs as a share of all runs that could be told to have passed or failed.
          </p>
        </Popover>
      </div>
    ),
  },
]
