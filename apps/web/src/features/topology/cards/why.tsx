import type { Cause } from '@binnacle/contract/topology'
import { Age, classNames, HealthShape, healthAppearance, TextLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useReachable } from '../../../application/pages/use-reachable.ts'
import type { LinkTo } from '../link-to.ts'

const kinds: Readonly<Record<Cause['kind'], string>> = {
  check: 'Check',
  config: 'Catalog item',
  component: 'Component',
  topology: 'Topology',
}

/** Where the end of a cause is shown. */
function causeHref({ kind, id }: Pick<Cause, 'kind' | 'id'>): string {
  const part = encodeURIComponent(id)
  if (kind === 'check') return `/health?checkId=${part}`
  if (kind === 'config') return `/catalog/${part}`
  return kind === 'component' ? `/topology/${part}` : `/settings/topologies/${part}`
}

/**
 * Why a component is not healthy: the way down to what failed, what it says, and since when.
 * @param props.linkTo address of a component
 */
export function Why(props: { cause: Cause; linkTo: LinkTo; short?: boolean }): ReactNode {
  const { cause, linkTo } = props
  const href = useReachable(causeHref(cause))
  const { shape, tone } = healthAppearance(cause.health)
  const way = cause.path.slice(1)
  return (
    <section
      aria-label="Why"
      className={classNames(
        'flex min-w-0 flex-col gap-0.5 rounded-control border px-2 py-1.5 text-small',
        cause.health === 'warning'
          ? 'border-warning-line bg-warning-subtle'
          : 'border-unhealthy-line bg-unhealthy-subtle',
      )}
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-0.5">
        {way.map(({ id, name }) => (
          <span key={id} className="flex min-w-0 items-center gap-x-1">
            <TextLink href={linkTo(id)} className="wrap-anywhere">
              {name}
            </TextLink>
            <span aria-hidden="true" className="text-muted">
              ›
            </span>
          </span>
        ))}
        <HealthShape shape={shape} tone={tone} size={12} />
        <span className="text-secondary">{kinds[cause.kind]}</span>
        {href === undefined ? (
          <span className="font-medium wrap-anywhere">{cause.name}</span>
        ) : (
          <TextLink href={href} className="font-medium wrap-anywhere">
            {cause.name}
          </TextLink>
        )}
        {cause.since !== null && (
          <span className="text-secondary">
            for <Age time={cause.since} />
          </span>
        )}
      </p>
      {cause.message !== null && cause.message !== '' && (
        <p
          title={props.short === true ? cause.message : undefined}
          className={classNames('wrap-anywhere', props.short === true && 'line-clamp-2')}
        >
          {cause.message}
        </p>
      )}
    </section>
  )
}
