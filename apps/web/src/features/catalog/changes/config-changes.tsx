import { Switch } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { useFilters } from '../../../application/address/use-filters.ts'
import { preferenceOf } from '../preference.ts'
import { ChangesList } from './changes-list.tsx'
import { changeFilters } from './filters.ts'
import type { ItemSubject } from '../../../application/slots/types.ts'

/** The changes of one item, and of what is below or above it. Source: CHG-012 to CHG-014. */
export function ConfigChanges({ subject: { id } }: { subject: ItemSubject }): ReactNode {
  const { values, set } = useFilters(changeFilters)
  const preference = preferenceOf('hide-deleted-changes', values.hideDeleted, (hideDeleted) =>
    set({ hideDeleted, pageIndex: 0 }),
  )
  return (
    <ChangesList
      configId={id}
      hideDeleted={preference.value}
      hidden={{ label: 'Hide Deleted Config Changes', preference }}
      tools={
        <>
          <Switch
            label="Downstream"
            checked={values.downstream}
            onChange={(downstream) => set({ downstream, pageIndex: 0 })}
          />
          <Switch
            label="Upstream"
            checked={values.upstream}
            onChange={(upstream) => set({ upstream, pageIndex: 0 })}
          />
        </>
      }
    />
  )
}
