import type { SchemaNode } from '@binnacle/contract'
import { Notice } from '@binnacle/ui'
import { CodeEditor, type CodeProblem } from '@binnacle/ui/code'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { SpecEditor } from './use-spec-editor.ts'
import { explain, suggest } from './yaml-assist.ts'

/** The code of a spec. It is loaded when it is first shown. */
export function CodeView({ editor, schema }: { editor: SpecEditor; schema: SchemaNode }): ReactNode {
  const { broken } = editor.state
  const problems = useMemo<readonly CodeProblem[]>(
    () =>
      broken !== undefined
        ? [broken.problem]
        : editor.problems.map(({ line = 1, column = 1, message }) => ({ line, column, message })),
    [broken, editor.problems],
  )
  const suggestHere = useCallback((text: string, offset: number) => suggest(schema, text, offset), [schema])
  const explainHere = useCallback((text: string, offset: number) => explain(schema, text, offset), [schema])
  return (
    <div className="flex min-h-0 flex-col gap-2">
      {broken !== undefined && (
        <Notice kind="error">
          {`Line ${broken.problem.line}: ${broken.problem.message}. What was valid last stays in force, and is what would be saved.`}
        </Notice>
      )}
      <CodeEditor
        language="yaml"
        label="Spec"
        value={editor.text()}
        onChange={editor.setText}
        problems={problems}
        suggest={suggestHere}
        explain={explainHere}
        minHeight="20rem"
        maxHeight="65vh"
      />
      <p className="text-small text-muted">
        YAML. Ctrl+Space shows what may stand at the cursor. Tab indents; press Escape, then Tab to leave the
        editor.
      </p>
    </div>
  )
}
