import type { ReactNode } from 'react'
import { BrandMark } from '../brand/brand-mark.tsx'
import { type Href, PlainLink } from '../primitives/link.tsx'

/** The name of the product, as a link to the start page. */
export function Brand(props: { homeHref: Href | undefined; compact: boolean }): ReactNode {
  return (
    <PlainLink
      href={props.homeHref ?? '/'}
      aria-label="Binnacle, start page"
      className="flex min-w-0 items-center gap-2 rounded-control p-1 font-semibold"
    >
      <BrandMark size={22} />
      {!props.compact && <span className="text-lead tracking-tight">Binnacle</span>}
    </PlainLink>
  )
}
