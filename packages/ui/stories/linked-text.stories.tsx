import { LinkedText } from '../src/index.ts'
import type { Story } from './story.ts'

export const title = 'LinkedText'

export const stories: readonly Story[] = [
  {
    name: 'Output of a program',
    render: () => (
      <pre className="text-small wrap-anywhere whitespace-pre-wrap">
        <LinkedText text="pulled from https://images.example/v2/web, see http://logs.example?id=7. Not javascript:alert(1)" />
      </pre>
    ),
  },
]
