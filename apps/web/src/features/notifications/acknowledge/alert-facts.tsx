import type { LinkedAlert } from '@binnacle/contract/notifications'
import { Age, FullTime, LinkedText, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { isAddress } from '../../../application/pages/addresses.ts'
import { resourceHref } from '../paths.ts'

/** Resources that are shown at once, so that a phone shows the button below them, too. */
const SHOWN = 3

const moreWords = (more: number) => `and ${more.toLocaleString('en')} more`

/** What is wrong: the resources with their reasons, the rule, the severity, and since when. */
export function AlertFacts({ alert, linked }: { alert: LinkedAlert; linked: boolean }): ReactNode {
  const { state, resources, count, rule, severity, since } = alert
  const [shown, rest] = [resources.slice(0, SHOWN), resources.slice(SHOWN)]
  const unnamed = count - resources.length
  return (
    <div className="flex flex-col gap-4">
      {resources.length > 0 && (
        <ul aria-label="What is wrong" className="flex flex-col gap-2">
          {shown.map((resource) => (
            <WrongResource key={resource.id} resource={resource} linked={linked} />
          ))}
          {rest.length > 0 && (
            <li>
              <details>
                <summary className="cursor-pointer text-secondary">
                  {moreWords(rest.length + unnamed)}
                </summary>
                <ul className="mt-2 flex flex-col gap-2">
                  {rest.map((resource) => (
                    <WrongResource key={resource.id} resource={resource} linked={linked} />
                  ))}
                  {unnamed > 0 && <li className="text-secondary">{moreWords(unnamed)}</li>}
                </ul>
              </details>
            </li>
          )}
          {rest.length === 0 && unnamed > 0 && <li className="text-secondary">{moreWords(unnamed)}</li>}
        </ul>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-secondary">{state === 'over' ? 'Began' : 'For'}</dt>
        <dd>
          {state !== 'over' && (
            <>
              <Age time={since} />
              {', since '}
            </>
          )}
          <FullTime date={new Date(since)} />
        </dd>
        <dt className="text-secondary">Severity</dt>
        <dd>{severity}</dd>
        <dt className="text-secondary">Rule</dt>
        <dd className="wrap-anywhere">{rule}</dd>
      </dl>
    </div>
  )
}

function WrongResource(props: { resource: LinkedAlert['resources'][number]; linked: boolean }): ReactNode {
  const { resource, linked } = props
  return (
    <li className="border-l-2 border-unhealthy-line pl-3 wrap-anywhere">
      <p className="font-medium">
        <ResourceName resource={resource} linked={linked} />
      </p>
      {resource.reason !== null && (
        <p className="line-clamp-6 text-secondary">
          <LinkedText text={resource.reason} />
        </p>
      )}
    </li>
  )
}

function ResourceName(props: { resource: LinkedAlert['resources'][number]; linked: boolean }): ReactNode {
  const { kind, id, name } = props.resource
  const href = props.linked ? resourceHref(kind, id) : undefined
  return href !== undefined && isAddress(href) ? <TextLink href={href}>{name}</TextLink> : name
}
