import { CodeViewer } from '../src/code/index.ts'
import { canaryYaml, resultJson } from './sample/code.ts'
import type { Story } from './story.ts'

export const title = 'CodeViewer'

export const stories: readonly Story[] = [
  { name: 'YAML', render: () => <CodeViewer code={canaryYaml} language="yaml" label="checkout.yaml" /> },
  {
    name: 'JSON',
    render: () => <CodeViewer code={resultJson} language="json" label="Answer" maxHeight="12rem" />,
  },
  {
    name: 'Text without wrapping',
    render: () => (
      <CodeViewer code={`GET /health\n${'x'.repeat(400)}`} language="text" label="Request" wrap={false} />
    ),
  },
]
