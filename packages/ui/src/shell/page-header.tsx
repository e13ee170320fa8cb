import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Href, PlainLink } from '../primitives/link.tsx'
import { classNames } from '../utilities/class-names.ts'

/** A breadcrumb. */
export interface Crumb {
  label: string
  /** Omit it if the step has no page. */
  href?: Href
}

/** Breadcrumbs of the current page, without the page itself, whose title follows. */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }): ReactNode {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-small text-muted">
        {crumbs.map((crumb) => (
          <li key={crumb.href ?? crumb.label} className="flex items-center gap-1">
            {crumb.href === undefined ? (
              crumb.label
            ) : (
              <PlainLink href={crumb.href} className="rounded-small hover:text-primary hover:underline">
                {crumb.label}
              </PlainLink>
            )}
            <ChevronRight aria-hidden="true" className="size-3" />
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Header of a page: breadcrumbs, title and actions. */
export function PageHeader(props: {
  title: ReactNode
  breadcrumb?: readonly Crumb[]
  /** A label after the title, such as a health badge or a count. */
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  className?: string
}): ReactNode {
  return (
    <header className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2', props.className)}>
      <div className="min-w-0 flex-1 basis-40">
        {props.breadcrumb !== undefined && props.breadcrumb.length > 0 && (
          <Breadcrumb crumbs={props.breadcrumb} />
        )}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-title font-semibold wrap-anywhere">{props.title}</h1>
          {props.badge}
        </div>
        {props.description !== undefined && (
          <div className="mt-0.5 max-w-prose text-secondary">{props.description}</div>
        )}
      </div>
      {props.actions !== undefined && (
        <div className="flex flex-wrap items-center gap-2">{props.actions}</div>
      )}
    </header>
  )
}
