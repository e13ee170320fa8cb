import type { FilterCodec, Href } from '@binnacle/ui'
import { useMatch, useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { isAddress } from '../pages/addresses.ts'

/** URL parameters of the current page, and how to change them. */
export interface Address {
  search: URLSearchParams
  /** Returns the address of this page with other parameters. */
  href: (search: URLSearchParams) => Href
  /**
   * Replaces the parameters, unless the person left the page. Back then leaves the page instead of undoing the
   * change.
   */
  replace: (search: URLSearchParams) => void
}

/**
 * Path and parameters of the calling page. While the next page loads, the router already has the next address, but
 * this page is still rendered and must keep its own.
 */
function useOwnLocation(): { pathname: string; searchStr: string } {
  const location = useRouterState({ select: (state) => state.location })
  const own = useMatch({ strict: false, select: (match) => match.pathname })
  const [kept, keep] = useState({ location, own })
  const here = location.pathname === kept.location.pathname || own !== kept.own
  if (here && (location !== kept.location || own !== kept.own)) keep({ location, own })
  return here ? location : kept.location
}

/** Returns the current address of the calling page. */
export function useAddress(): Address {
  const router = useRouter()
  const { pathname, searchStr: text } = useOwnLocation()
  return useMemo(() => {
    const href = (search: URLSearchParams) => {
      const address = search.size === 0 ? pathname : `${pathname}?${search}`
      return isAddress(address) ? address : '/'
    }
    return {
      search: new URLSearchParams(text),
      href,
      replace: (search) => {
        // A late change, for example after an answer, must not reopen a page that the person left.
        if (router.history.location.pathname === pathname) router.history.replace(href(search))
      },
    }
  }, [router, pathname, text])
}

/** Values of a page's URL parameters, and how to change them. */
export interface Filters<Values> {
  values: Values
  /** Changes some values. */
  set: (changes: Partial<Values>) => void
  /** Returns the address of the page with some values changed. */
  href: (changes: Partial<Values>) => Href
}

/** Stores the state of a page in its address, by a codec. Parameters of others stay unchanged. */
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
