import { formatWallTime, HealthBadge, Notice, Panel, Skeleton, Spinner, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { usePages, useVisitor } from '../../application/pages/open-pages.ts'
import { reachable } from '../../application/pages/reachable.ts'
import type { SilenceFormState } from './use-silence-form.ts'

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** The name of a resource, as a link if the person may open its page. */
function ResourceName({ path, name }: { path: string; name: string }): ReactNode {
  const href = reachable(path, usePages(), useVisitor())
  return href === undefined ? name : <TextLink href={href}>{name}</TextLink>
}

/** Says what a silence would cover now, and what it would have kept back. */
export function SilencePreviewPanel({ form }: { form: SilenceFormState }): ReactNode {
  const { data, loading, failure } = form.preview
  return (
    <Panel title="Preview" badge={loading && <Spinner />} description="What it would silence now.">
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {data === undefined && failure === undefined && (
        <>
          {loading ? (
            <Skeleton className="h-32 w-full" />
          ) : (
            <p className="text-secondary">Choose what to silence to see it here.</p>
          )}
        </>
      )}
      {data !== undefined && (
        <div className="flex flex-col gap-3" aria-live="polite">
          {data.error !== null && <Notice kind="warning">The filter fails for {data.error}</Notice>}
          <p>
            <strong className="numeric">
              {data.complete ? '' : 'At least '}
              {count(data.total, 'resource')}
            </strong>{' '}
            of {data.of.toLocaleString('en')}
            {data.total > 0 && data.unhealthy === 0 && ', all of them healthy'}
            {data.unhealthy > 0 && (
              <>
                , <span className="text-unhealthy numeric">{data.unhealthy.toLocaleString('en')}</span> of
                them not healthy
              </>
            )}
            .
          </p>
          <p className="text-secondary">
            It would have suppressed {count(data.messages, 'message')} of the last day.
          </p>
          {data.windows.length > 0 && (
            <section aria-label="Next windows">
              <h3 className="text-small font-medium text-secondary">Next windows</h3>
              <ul className="numeric">
                {data.windows.map(({ from, until }) => (
                  <li key={from}>
                    {formatWallTime(Date.parse(from), form.zone)} –{' '}
                    {formatWallTime(Date.parse(until), form.zone).slice(11)}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {data.resources.length > 0 && (
            <ul aria-label="Silenced resources" className="divide-y divide-line">
              {data.resources.map((resource) => (
                <li key={resource.id} className="flex items-baseline justify-between gap-3 py-1.5">
                  <span className="min-w-0 wrap-anywhere">
                    <ResourceName path={resource.path} name={resource.name} />{' '}
                    <span className="text-small text-muted">
                      {[resource.type, resource.namespace].filter((part) => part !== null).join(' · ')}
                    </span>
                  </span>
                  <HealthBadge state={resource.health} className="shrink-0" />
                </li>
              ))}
            </ul>
          )}
          {data.total > data.resources.length && (
            <p className="text-small text-muted">
              And {(data.total - data.resources.length).toLocaleString('en')} more.
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}
