import { Kbd } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Kbd'

export const stories: readonly Story[] = [
  {
    name: 'Keys',
    render: () => (
      <div className="flex flex-wrap items-center gap-4">
        <Kbd keys="mod+k" />
        <Kbd keys="g h" />
        <Kbd keys="?" />
        <Kbd keys="shift+ArrowRight" />
      </div>
    ),
  },
]
