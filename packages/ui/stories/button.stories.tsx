import { Play, Plus, RotateCw, Trash2 } from 'lucide-react'
import { Button, buttonClass, IconButton } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Button'

const row = 'flex flex-wrap items-center gap-2'

export const stories: readonly Story[] = [
  {
    name: 'Variants',
    render: () => (
      <div className={row}>
        <Button variant="primary">Save check</Button>
        <Button>Cancel</Button>
        <Button variant="ghost">Learn more</Button>
        <Button variant="danger">Delete</Button>
      </div>
    ),
  },
  {
    name: 'Sizes and icons',
    render: () => (
      <div className={row}>
        <Button variant="primary" icon={<Plus className="size-3.5" />}>
          Add check
        </Button>
        <Button size="small" icon={<Play className="size-3" />}>
          Run now
        </Button>
        <a href="#runs" className={buttonClass({ size: 'small' })}>
          A link that looks like one
        </a>
      </div>
    ),
  },
  {
    name: 'Waiting, disabled, explained',
    render: () => (
      <div className={row}>
        <Button variant="primary" loading>
          Saving
        </Button>
        <Button loading>Run now</Button>
        <Button disabled>Disabled</Button>
        <Button disabledReason="Needs the right to write checks">Edit</Button>
      </div>
    ),
  },
  {
    name: 'Icon buttons',
    render: () => (
      <div className={row}>
        <IconButton label="Refresh" keys="r" icon={<RotateCw className="size-3.5" />} />
        <IconButton label="Run now" variant="secondary" icon={<Play className="size-3.5" />} />
        <IconButton label="Delete" variant="danger" icon={<Trash2 className="size-3.5" />} />
        <IconButton label="Refreshing" loading icon={<RotateCw className="size-3.5" />} />
        <IconButton label="Refresh" size="small" icon={<RotateCw className="size-3.5" />} />
        <IconButton
          label="Silence"
          disabledReason="Needs the right to write silences"
          icon={<RotateCw className="size-3.5" />}
        />
        <IconButton label="Not now" disabled icon={<RotateCw className="size-3.5" />} />
      </div>
    ),
  },
]
