import type { TopologyComponent } from '@binnacle/contract/topology'
import { useAddress } from '../../application/address/use-filters.ts'
import { useNavigation } from '../../application/pages/use-navigation.ts'
import { arriveAt } from './arrival.ts'
import { componentHref, rootHref } from './paths.ts'

/** How to get to the component above, or to all components; undefined on the page of all. */
export function useUp(id: string | undefined, root: TopologyComponent | undefined): (() => void) | undefined {
  const navigation = useNavigation()
  const { search } = useAddress()
  if (id === undefined) return undefined
  const referer = search.get('refererId')
  const above = referer ?? root?.path.split('.').at(-1) ?? ''
  return () => {
    arriveAt({ id })
    navigation.push(above === '' ? rootHref(search) : componentHref(above, search))
  }
}
