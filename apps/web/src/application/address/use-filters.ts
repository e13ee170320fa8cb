import type { FilterCodec } from '@binnacle/ui'
import { useMatch, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

/** The parameters of the present address, and how they are changed. */
export interface Address {
  search: URLSearchParams
  /** The address of this page with other parameters. */
  href: (search: URLSearchParams) => string
  /** Goes there, unless the page was left meanwhile. Back leaves the page, not the last change of it. */
  replace: (search: URLSearchParams) => void
}

/**
 * Path and parameters of the page that asks. A page that is being left is still drawn while the next one loads; the
 * router already names the next address then, whose parameters are none of its own.
 */
function useOwnLocation(): { pathname: string; searchStr: string } {
  const location = useRouterState({ select: (state) => state.location })
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const [kept, keep] = useState({ location, own })
  const here = location.pathname === kept.location.pathname || own !== kept.own
  if (here && (location !== kept.location || own !== kept.own)) keep({ location, own })
  return here ? location : kept.location
}

/** The present address of the page that asks. */
export function useAddress(): Address {
  const router = useRouter()
  const { pathname, searchStr: text } = useOwnLocation()
  return useMemo(() => {
    const href = (search: URLSearchParams) => (search.size === 0 ? pathname : `${pathname}?${search}`)
    return {
      search: new URLSearchParams(text),
      href,
      replace: (search) => {
        // What comes late, such as an answer, must not bring a page back that someone has left.
        if (router.history.location.pathname === pathname) router.history.replace(href(search))
      },
    }
  }, [router, pathname, text])
}

/** The values of a page's parameters, and how they are changed. */
export interface Filters<Values> {
  values: Values
  /** Changes some values. */
  set: (changes: Partial<Values>) => void
  /** The address of the page with some values changed. */
  href: (changes: Partial<Values>) => string
}

/** Keeps the state of a page in its address, described by a codec; parameters of others stay as they are. */
export function useFilters<Values extends object>(codec: FilterCodec<Values>): Filters<Values> {
  const address = useAddress()
  return useMemo(() => {
    const values = codec.parse(address.search)
    const changed = (changes: Partial<Values>) => codec.serialize({ ...values, ...changes }, address.search)
    return {
      values,
      href: (changes) => address.href(changed(changes)),
      set: (changes) => address.replace(changed(changes)),
    }
  }, [codec, address])
}
