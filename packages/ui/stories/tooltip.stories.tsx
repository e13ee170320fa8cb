import { Button, Tooltip, TruncatedText } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'Tooltip'

export const stories: readonly Story[] = [
  {
    name: 'Sides and keys',
    render: () => (
      <div className="flex flex-wrap gap-2 p-8">
        <Tooltip content="Above">
          <Button>Above</Button>
        </Tooltip>
        <Tooltip content="Runs the check now" side="right" keys="r">
          <Button>Right, with keys</Button>
        </Tooltip>
        <Tooltip
          content="A longer hint that takes more than one line because it has something to explain."
          side="bottom"
        >
          <Button>Long</Button>
        </Tooltip>
      </div>
    ),
  },
  {
    name: 'Text that is cut',
    render: () => (
      <div className="w-48">
        <TruncatedText text="product images on the content delivery network of the second region" />
      </div>
    ),
  },
]
