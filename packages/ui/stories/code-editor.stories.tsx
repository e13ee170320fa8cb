import { type ReactNode, useState } from 'react'
import { CodeEditor, type CodeEditorProps } from '../src/code/index.ts'
import { canaryYaml } from './sample/code.ts'
import type { Story } from './story.ts'

export const title = 'CodeEditor'

function Editor(props: Partial<CodeEditorProps>): ReactNode {
  const [value, setValue] = useState(props.value ?? canaryYaml)
  return <CodeEditor language="yaml" label="checkout.yaml" {...props} value={value} onChange={setValue} />
}

export const stories: readonly Story[] = [
  { name: 'YAML', render: () => <Editor size="medium" /> },
  {
    name: 'With an error in its place',
    render: () => (
      <Editor
        value={'http:\n  - name: front page\n    uri: http://127.0.0.1/\n'}
        problems={[{ line: 3, column: 5, message: 'unknown key "uri"; did you mean "url"?' }]}
      />
    ),
  },
]
