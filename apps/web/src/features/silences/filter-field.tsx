import { filterVariables } from '@binnacle/contract/notifications'
import { Field, TextLink } from '@binnacle/ui'
import { CodeEditor, type CodeProblem } from '@binnacle/ui/code'
import type { ReactNode } from 'react'

/** What filters can read, with an explanation. */
const readable: Readonly<Record<string, string>> = {
  'check.name': 'Name of the check',
  'check.type': 'Type of the check, such as http',
  'check.namespace': 'Namespace of the check',
  'check.status': 'healthy, unhealthy or unknown',
  'check.severity': 'Severity of the check',
  'check.labels': 'Labels of the check, by name',
  'check.description': 'Description of the check',
  'check.endpoint': 'Address that the check requests',
  'check.latency': 'Milliseconds that the last run took',
  'canary.name': 'Name of the canary',
  'canary.namespace': 'Namespace of the canary',
  'canary.labels': 'Labels of the canary, by name',
  'status.message': 'Message of the last run',
  'status.error': 'Error of the last run',
  'status.duration': 'Milliseconds that the last run took',
  'agent.name': 'Name of the agent that runs the check',
  'config.name': 'Name of the catalog item',
  'config.type': 'Type of the catalog item',
  'component.name': 'Name of the component',
  'component.type': 'Type of the component',
}

const methods: Readonly<Record<string, string>> = {
  startsWith: 'Whether a text starts with another',
  endsWith: 'Whether a text ends with another',
  contains: 'Whether a text contains another',
  matches: 'Whether a text matches a regular expression',
  size: 'Length of a text or list',
}

/** Suggests names after what is typed before the cursor. */
function suggestNames(text: string, offset: number) {
  // bounded to 200 characters: the end of what is before the cursor, where names are shorter
  const typed = /[\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? ''
  const from = offset - typed.length
  const option = (label: string, detail: string) => ({
    label,
    insert: label,
    detail,
    information: undefined,
  })
  const roots = filterVariables.filter((name) => name.startsWith(typed)).map((name) => option(name, ''))
  const fields = Object.entries(readable)
    .filter(([name]) => name.startsWith(typed))
    .map(([name, help]) => option(name, help))
  const path = /^(.+)\.(\w*)$/.exec(typed)
  const known = path !== null && Object.hasOwn(readable, path[1] ?? '')
  if (known)
    return {
      from: from + (path[1]?.length ?? 0) + 1,
      options: Object.entries(methods)
        .filter(([name]) => name.startsWith(path[2] ?? ''))
        .map(([name, help]) => ({ ...option(name, help), insert: `${name}(` })),
    }
  const options = typed.includes('.') ? fields : [...roots, ...fields]
  return options.length === 0 ? undefined : { from, options }
}

/** The editor of the filter. Its own file, since the editor is large and loaded only here. */
export function FilterField(props: {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  problems: readonly CodeProblem[]
}): ReactNode {
  return (
    <Field
      label="Filter"
      error={props.error}
      help={
        <>
          A CEL expression. Only resources for which it is true are silenced; empty: all. Ctrl+Space for
          suggestions. <TextLink href="/docs/guide/silences">What filters see</TextLink>
        </>
      }
    >
      {(control) => (
        <CodeEditor
          id={control.id}
          describedBy={control['aria-describedby']}
          invalid={props.error !== undefined}
          label="Filter"
          language="text"
          value={props.value}
          onChange={props.onChange}
          problems={props.problems}
          suggest={suggestNames}
          placeholder='check.labels.team == "payments"'
          size="very-small"
        />
      )}
    </Field>
  )
}
