import { DAY } from '@binnacle/contract/core'
import type { CheckStatus } from '@binnacle/contract/health'
import { formatBytes } from '@binnacle/contract/text'
import { CopyButton, FullTime, type KeyValue, KeyValueList, LinkedText, useNow } from '@binnacle/ui'
import { CodeViewer } from '@binnacle/ui/code'
import type { ReactNode } from 'react'
import { Artifacts } from './artifacts.tsx'
import { type Certificate, type Evidence, readEvidence } from './evidence.ts'
import { PhaseBars } from './phase-bars.tsx'

/** A result with evidence: a stored result, or the result of a manual run. */
export type EvidenceSource = Pick<CheckStatus, 'time' | 'message' | 'error' | 'details' | 'artifacts'>

const MAX_HEIGHT = '20rem'

/** Everything that is known of one result; what there is depends on the type of the check. */
export function RunEvidence({ run }: { run: EvidenceSource }): ReactNode {
  const evidence = readEvidence(run.details)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <KeyValueList items={factsOf(run, evidence)} />
      {(run.artifacts.length > 0 || evidence.leftOut !== undefined) && (
        <Part title="Artifacts">
          <Artifacts artifacts={run.artifacts} leftOut={evidence.leftOut ?? []} />
        </Part>
      )}
      {evidence.timings !== undefined && (
        <Part title="Time by phase">
          <PhaseBars timings={evidence.timings} />
        </Part>
      )}
      {evidence.redirects !== undefined && (
        <Part title="Redirects">
          <ol className="flex list-inside list-decimal flex-col gap-0.5 wrap-anywhere">
            {evidence.redirects.map((target, index) => (
              // An address may be visited twice: only its place tells the steps apart.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <LinkedText text={target} />
              </li>
            ))}
          </ol>
        </Part>
      )}
      {evidence.certificate !== undefined && <CertificateFacts certificate={evidence.certificate} />}
      {evidence.headers !== undefined && (
        <Part title="Headers">
          <KeyValueList
            className="text-small"
            items={Object.entries(evidence.headers).map(([label, value]) => ({ label, value }))}
          />
        </Part>
      )}
      <Excerpt label="Response body (start)" text={evidence.content} />
      <Excerpt label="Output" text={evidence.stdout} />
      <Excerpt label="Error output" text={evidence.stderr} />
      {Object.keys(evidence.rest).length > 0 && (
        <CodeViewer
          code={JSON.stringify(evidence.rest, null, 2)}
          language="json"
          label="Further evidence"
          maxHeight={MAX_HEIGHT}
        />
      )}
    </div>
  )
}

/** The facts of a run that need a line each. */
function factsOf(run: EvidenceSource, evidence: Evidence): readonly KeyValue[] {
  const line = (label: string, value: ReactNode) => (value === undefined ? [] : [{ label, value }])
  const words = (text: string | null) =>
    text === null ? undefined : (
      <span className="whitespace-pre-wrap">
        <LinkedText text={text} />
      </span>
    )
  return [
    { label: 'Time', value: <FullTime date={new Date(run.time)} /> },
    ...line('Error', words(run.error)),
    ...line('Message', words(run.message)),
    ...line('Status', evidence.code),
    ...line('Exit code', evidence.exitCode),
    ...line('Reason', evidence.reason),
    ...(evidence.address === undefined
      ? []
      : [
          {
            label: 'Resolved address',
            value: <code>{evidence.address}</code>,
            action: <CopyButton text={evidence.address} />,
          },
        ]),
    ...line('Body', evidence.bytes === undefined ? undefined : formatBytes(evidence.bytes)),
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h4 className="text-small font-medium text-muted">{title}</h4>
      {children}
    </section>
  )
}

function Excerpt({ label, text }: { label: string; text: string | undefined }): ReactNode {
  if (text === undefined || text === '') return null
  return <CodeViewer code={text} language="text" label={label} maxHeight={MAX_HEIGHT} />
}

function CertificateFacts({ certificate }: { certificate: Certificate }): ReactNode {
  const now = useNow('minute')
  const days = Math.floor((new Date(certificate.validTo).getTime() - now) / DAY)
  return (
    <Part title="Certificate">
      <KeyValueList
        items={[
          { label: 'Subject', value: certificate.subject },
          { label: 'Issuer', value: certificate.issuer },
          {
            label: 'Valid',
            value: (
              <>
                {`${certificate.validFrom.slice(0, 10)} to ${certificate.validTo.slice(0, 10)}, `}
                <span className={days < 0 ? 'text-unhealthy' : undefined}>
                  {days < 0 ? `expired ${-days} days ago` : `${days} days left`}
                </span>
              </>
            ),
          },
          { label: 'Chain', value: certificate.chain.join(' ← ') },
        ]}
      />
    </Part>
  )
}
