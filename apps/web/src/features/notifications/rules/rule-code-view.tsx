import { CodeEditor, type CodePlace } from '@binnacle/ui/code'
import { type ReactNode, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ProblemList } from '../../../application/spec-editor/problem-list.tsx'
import { explain, suggest } from '../../../application/spec-editor/yaml-assist.ts'
import type { EntryForm } from '../../../application/resource/use-entry-form.ts'
import { ruleCodeSchema, ruleCodeText, ruleProblems, withRuleCode } from './rule-code.ts'
import { ruleFieldNames, ruleFields, type RuleValues, shownRuleFields } from './rule-values.ts'

const suggestHere = (text: string, offset: number) => suggest(ruleCodeSchema, text, offset)
const explainHere = (text: string, offset: number) => explain(ruleCodeSchema, text, offset)

/** The form of a rule as code. */
export function RuleCodeView({ entry }: { entry: EntryForm<RuleValues, RuleValues> }): ReactNode {
  const { form } = entry
  const watched = JSON.stringify(useWatch({ control: form.control }))
  const values = useMemo(() => ruleFields.parse(JSON.parse(watched)), [watched])
  const text = useMemo(() => ruleCodeText(values), [values])
  const [cursor, setCursor] = useState<CodePlace>()
  const refusals = Object.fromEntries(shownRuleFields.map((name) => [name, entry.errorOf(name)]))
  const problems = ruleProblems(values, text, refusals)

  function change(next: string): void {
    if (next === text) return
    const before = form.getValues()
    const after = withRuleCode(before, next)
    // What was refused may be right now.
    form.clearErrors()
    for (const name of ruleFieldNames)
      if (after[name] !== before[name]) form.setValue(name, after[name], { shouldDirty: true })
  }

  return (
    <div className="flex min-h-0 flex-col gap-2">
      {problems.length > 0 && (
        <ProblemList
          problems={problems}
          labelOf={({ path, line }) => (path === '' ? `Line ${line}` : path)}
          onOpen={({ line = 1, column = 1 }) => setCursor({ line, column })}
        />
      )}
      <CodeEditor
        language="yaml"
        label="Rule"
        cursor={cursor}
        value={text}
        onChange={change}
        problems={problems}
        suggest={suggestHere}
        explain={explainHere}
        size="large"
      />
      <p className="text-small text-muted">
        YAML. Ctrl+Space for suggestions. Tab indents; press Escape, then Tab to leave the editor.
      </p>
    </div>
  )
}
