import { type ConnectionTest, UNTESTABLE_CONNECTION } from '@binnacle/contract/connections'
import { Button, Dialog, KeyValueList, Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { RequestFailure } from '../../application/requests/failure.ts'

/** What came of the test of a connection. */
export type TestResult = { ok: true; test: ConnectionTest } | { ok: false; error: unknown }

const BAD_REQUEST = 400
const NOT_IMPLEMENTED = 501

/** A text as it is read best: JSON with its lines. */
function prettyError(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Failure({ error }: { error: unknown }): ReactNode {
  const { status, message } = error instanceof RequestFailure ? error : { status: 0, message: '' }
  if (status === BAD_REQUEST)
    return (
      <Notice kind="error">
        <pre className="max-h-80 overflow-auto font-mono text-small wrap-anywhere whitespace-pre-wrap">
          {prettyError(message)}
        </pre>
      </Notice>
    )
  if (status === NOT_IMPLEMENTED) return <Notice kind="information">{UNTESTABLE_CONNECTION}</Notice>
  return (
    <Notice kind="error">
      Testing connection failed!
      {message !== '' && <span className="block text-small">{message}</span>}
    </Notice>
  )
}

/** Says what came of the test of a connection. */
export function TestResults({ result, onClose }: { result: TestResult; onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Test Connection Results"
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {result.ok ? (
        <div className="flex flex-col gap-3">
          <Notice kind="success">Connection successful</Notice>
          <KeyValueList
            items={[
              ...(result.test.detail === null ? [] : [{ label: 'Answer', value: result.test.detail }]),
              { label: 'Duration', value: `${result.test.duration} ms` },
            ]}
          />
        </div>
      ) : (
        <Failure error={result.error} />
      )}
    </Dialog>
  )
}
