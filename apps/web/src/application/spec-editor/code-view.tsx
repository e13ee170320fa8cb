import type { SchemaNode } from '@binnacle/contract/schema'
import { Notice } from '@binnacle/ui'
import { CodeEditor, type CodePlace, type CodeProblem } from '@binnacle/ui/code'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { SpecEditor } from './use-spec-editor.ts'
import { explain, suggest } from './yaml-assist.ts'

/** Maximum number of syntax errors listed above the code. All are marked in their lines. */
const MOST_LISTED = 5

/** Code editor of a spec. Its code loads when it first opens. */
export function CodeView(props: {
  editor: SpecEditor
  schema: SchemaNode
  /** Position to move the cursor to. */
  cursor: CodePlace | undefined
}): ReactNode {
  const { editor, schema } = props
  const { broken } = editor.state
  const problems = useMemo<readonly CodeProblem[]>(
    () =>
      broken !== undefined
        ? broken.problems
        : editor.problems.map(({ line = 1, column = 1, message }) => ({ line, column, message })),
    [broken, editor.problems],
  )
  const suggestHere = useCallback((text: string, offset: number) => suggest(schema, text, offset), [schema])
  const explainHere = useCallback((text: string, offset: number) => explain(schema, text, offset), [schema])
  return (
    <div className="flex min-h-0 flex-col gap-2">
      {broken !== undefined && (
        <Notice kind="error">
          {broken.problems.slice(0, MOST_LISTED).map(({ line, column, message }) => (
            <p key={`${line}:${column} ${message}`}>{`Line ${line}: ${message}`}</p>
          ))}
          {broken.problems.length > MOST_LISTED && (
            <p>{`and ${broken.problems.length - MOST_LISTED} more`}</p>
          )}
          <p>Save uses the last valid version.</p>
        </Notice>
      )}
      <CodeEditor
        language="yaml"
        label="Spec"
        cursor={props.cursor}
        value={editor.text()}
        onChange={editor.setText}
        problems={problems}
        suggest={suggestHere}
        explain={explainHere}
        size="full"
      />
      <p className="text-small text-muted">
        YAML. Ctrl+Space for suggestions. Tab indents; press Escape, then Tab to leave the editor.
      </p>
    </div>
  )
}
