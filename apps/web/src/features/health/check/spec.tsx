import type { CheckDetail } from '@binnacle/contract/health'
import { CodeViewer } from '@binnacle/ui/code'
import { type ReactNode, useMemo } from 'react'
import { stringify } from 'yaml'

/** Where a canary is kept, in words. */
function describeSource(source: string | null): string {
  if (source?.startsWith('file:') === true)
    return `From the file ${source.slice('file:'.length)}; change it there.`
  if (source === 'builtin') return 'Comes with Binnacle, which watches itself and its host.'
  if (source === 'alertmanager') return 'Contains the alerts that other systems send.'
  return 'Created in Binnacle.'
}

/** What is checked, as it is written; secrets are masked. */
export function CheckSpec({ check }: { check: CheckDetail }): ReactNode {
  const { canary } = check
  const text = useMemo(() => stringify(canary.spec), [canary.spec])
  return (
    <div className="flex flex-col gap-3">
      <p className="text-secondary">
        {`Canary ${canary.namespace}/${canary.name}. ${describeSource(canary.source)}`}
      </p>
      <CodeViewer code={text} language="yaml" label={`${canary.name}.yaml`} />
    </div>
  )
}
