import type { Href } from '@binnacle/ui'
import { catalogHref } from '../paths.ts'

/** The address of changes of all items. @param wanted.configType the only type whose changes are listed */
export function changesHref(wanted: { configType?: string; change?: string }): Href {
  return catalogHref(
    'changes',
    new URLSearchParams(
      Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  )
}
