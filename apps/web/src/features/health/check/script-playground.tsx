import { type CheckDetail, type Evaluation, type ScriptKind, scriptKinds } from '@binnacle/contract/health'
import { Button, Dialog, ErrorState, Field, Notice, Select, Skeleton, TextLink } from '@binnacle/ui'
import { CodeEditor, CodeViewer } from '@binnacle/ui/code'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { messageOf, requestIdOf } from '../../../application/requests/queries.ts'
import { evaluateScript, scriptSightQuery } from './queries.ts'

const names: Readonly<Record<ScriptKind, string>> = {
  expr: 'CEL',
  template: 'Go template',
  javascript: 'JavaScript',
  jsonPath: 'JSONPath',
}

const languages = scriptKinds.map((kind) => ({ value: kind, label: names[kind] }))
/** As tall as code may be before it scrolls. */
const CODE_HEIGHT = '16rem'

interface PlaygroundScript {
  kind: ScriptKind
  script: string
}

/** The test of a check, which is what one most often wants to try; else something short that always works. */
function firstScript({ spec }: CheckDetail): PlaygroundScript {
  const test = Object.entries(Object(spec['test'])).find(([, script]) => typeof script === 'string')
  const kind = scriptKinds.find((candidate) => candidate === test?.[0])
  return kind === undefined ? { kind: 'expr', script: 'pass' } : { kind, script: String(test?.[1]) }
}

/** Tries a script on the last result of a check, and shows all that it can see. Nothing of it is stored. */
export function ScriptPlayground({ check, onClose }: { check: CheckDetail; onClose: () => void }): ReactNode {
  const [written, setWritten] = useState(() => firstScript(check))
  const seen = useQuery(scriptSightQuery(check.id))
  const run = useMutation({ mutationFn: (wanted: PlaygroundScript) => evaluateScript(check.id, wanted) })
  const latest = run.data ?? seen.data
  const start = () => run.mutate(written)
  const failure = run.error ?? (seen.data === undefined ? seen.error : null)
  const { error } = run.data ?? { error: null }

  function startByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    start()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Try a script"
      description={
        <>
          It works on the last result of {check.name} and changes nothing.{' '}
          <TextLink href="/docs/guide/scripts">What scripts can do</TextLink>
        </>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4" onKeyDownCapture={startByKey}>
        <Field label="Language" className="w-40">
          {(attributes) => (
            <Select
              {...attributes}
              options={languages}
              value={written.kind}
              onChange={(kind) => setWritten({ ...written, kind })}
            />
          )}
        </Field>
        <CodeEditor
          label="Script"
          language="text"
          value={written.script}
          onChange={(script) => setWritten({ ...written, script })}
          problems={error === null ? [] : [error]}
        />
        <div>
          <Button
            variant="primary"
            icon={<Play aria-hidden="true" className="size-3.5" />}
            loading={run.isPending}
            disabled={written.script.trim() === ''}
            onClick={start}
          >
            Run script
          </Button>
          <span className="ml-3 text-small text-muted max-sm:hidden">Ctrl+Enter</span>
        </div>
        {failure !== null && (
          <ErrorState compact message={messageOf(failure)} requestId={requestIdOf(failure)} onRetry={start} />
        )}
        {run.data !== undefined && run.error === null && <Output evaluation={run.data} />}
        {latest === undefined && failure === null && <Skeleton className="h-40 w-full" />}
        {latest !== undefined && <Environment evaluation={latest} />}
      </div>
    </Dialog>
  )
}

function Output({ evaluation: { error, output } }: { evaluation: Evaluation }): ReactNode {
  if (error !== null)
    return <Notice kind="error">{`Line ${error.line}, column ${error.column}: ${error.message}`}</Notice>
  return (
    <section aria-label="Output" role="status">
      {output === '' ? (
        <p className="text-secondary">The script printed nothing.</p>
      ) : (
        <CodeViewer code={output ?? ''} language="text" label="Output" maxHeight={CODE_HEIGHT} />
      )}
    </section>
  )
}

function Environment({ evaluation }: { evaluation: Evaluation }): ReactNode {
  const { environment, functions, complete } = evaluation
  return (
    <section aria-label="What scripts see">
      {!complete && (
        <p className="mb-2 text-secondary">
          Only the evidence of this result was stored. Choose Run Now to see everything that scripts see.
        </p>
      )}
      <CodeViewer
        code={JSON.stringify({ ...environment, ...functions }, null, 2)}
        language="json"
        label="What scripts see"
        maxHeight={CODE_HEIGHT}
      />
    </section>
  )
}
