import { isEditableSource } from '@binnacle/contract/core'
import { Button, Notice } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { FormFrame } from '../forms/form-frame.tsx'
import { DeleteButton } from './delete-button.tsx'
import type { Removal } from './resource.ts'
import type { EntryValues } from './entry-values.ts'
import type { EntryForm } from './use-entry-form.ts'
import { useSession } from '../session/session.ts'
import { pathOf, type ResourceKind } from './kind.ts'
import type { KindItem } from './kind-page.tsx'
import { describeSource } from './source.ts'
import { useNavigation } from '../pages/use-navigation.ts'

/** Whether the person may change a row and its source allows changes. */
export function useMayChange({ access }: ResourceKind, { source }: KindItem): boolean {
  return useSession().may('write', access) && isEditableSource(source)
}

/** Form of an existing row: its fields, the reason if they are read-only, and the buttons that update and delete it. */
export function KindForm<Item extends KindItem, Input extends EntryValues, Output>(props: {
  area: ResourceKind
  item: Item
  entry: EntryForm<Input, Output>
  removal: Removal<Item>
  children: ReactNode
}): ReactNode {
  const { area, item, entry, removal } = props
  const navigation = useNavigation()
  const { reason } = describeSource(item.source)
  return (
    <div className="flex flex-col gap-4">
      {reason !== undefined && <Notice kind="information">{reason}</Notice>}
      <FormFrame {...entry.frame}>{props.children}</FormFrame>
      {useMayChange(area, item) && (
        <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-4">
          <DeleteButton removal={removal} thing={item} onDeleted={() => navigation.replace(pathOf(area))} />
          <Button
            variant="primary"
            type="submit"
            form={entry.frame.id}
            loading={entry.sending}
            disabled={!entry.dirty}
          >
            Update
          </Button>
        </div>
      )}
    </div>
  )
}
