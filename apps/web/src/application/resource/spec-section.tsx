import type { SchemaNode } from '@binnacle/contract/schema'
import { type Href, Notice, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { LoadFailure } from '../pages/load-failure.tsx'
import { useNavigation } from '../pages/use-navigation.ts'
import { DeleteButton } from './delete-button.tsx'
import type { Removal } from './resource.ts'
import type { StorageKind } from '../spec-editor/spec-requests.ts'
import type { StoredSpec } from '../spec-editor/use-save.ts'
import { pathOf, type ResourceKind } from './kind.ts'
import type { KindItem } from './kind-page.tsx'
import { useMayChange } from './kind-form.tsx'
import { describeSource } from './source.ts'

const CodeViewer = lazy(async () => {
  const { CodeViewer: component } = await import('@binnacle/ui/code')
  return { default: component }
})

/** What an editor on the page of a stored row gets. */
interface EditorProps<Fields> {
  /** The row as it was when the page opened. */
  spec: StoredSpec<Fields>
  schema: SchemaNode
  actions: ReactNode
  /** Whether what is edited was deleted, so that leaving asks nothing. */
  isGone: () => boolean
  onSaved: () => void
}

interface SpecSectionProps<Item extends { id: string }, Values extends object, Fields> {
  area: ResourceKind
  item: Item
  kind: StorageKind<Item, Values, Fields>
  removal: Removal<Item>
  /** Where to go once it is saved. Default: the person stays */
  afterSaving?: Href | undefined
  /** Where to go once it is deleted. Default: the list */
  afterRemoval?: Href
  /** Shown above a spec that cannot be changed. */
  about?: ReactNode
  Editor: ComponentType<EditorProps<Fields>>
}

/** The spec on the page of a row: in its editor, or as text for those who may not change it. */
export function SpecSection<Item extends KindItem & { text: string }, Values extends object, Fields>(
  props: SpecSectionProps<Item, Values, Fields>,
): ReactNode {
  const { area, item, about } = props
  const mayChange = useMayChange(area, item)
  if (mayChange) return <Changeable {...props} />
  const { reason } = describeSource(item.source)
  return (
    <div className="flex flex-col gap-4">
      {reason !== undefined && <Notice kind="information">{reason}</Notice>}
      {about}
      <Suspense fallback={<Skeleton className="h-80 w-full" />}>
        <CodeViewer code={item.text} language="yaml" label={`${item.name}.yaml`} />
      </Suspense>
    </div>
  )
}

function Changeable<Item extends { id: string }, Values extends object, Fields>(
  props: SpecSectionProps<Item, Values, Fields>,
): ReactNode {
  const { area, item, kind, removal, afterSaving, Editor } = props
  const navigation = useNavigation()
  const schema = useQuery(kind.requests.schema)
  const gone = useRef(false)
  // A newer stored version must not replace what the person is editing; saving reports the conflict.
  const [opened] = useState(() => kind.storedOf(item))
  if (schema.error !== null) return <LoadFailure error={schema.error} queries={[schema]} />
  if (schema.data === undefined) return <Skeleton className="h-96 w-full" />
  return (
    <Editor
      spec={opened}
      schema={schema.data}
      actions={
        <DeleteButton
          removal={removal}
          thing={item}
          onDeleted={() => {
            gone.current = true
            navigation.replace(props.afterRemoval ?? pathOf(area))
          }}
        />
      }
      isGone={() => gone.current}
      onSaved={() => {
        if (afterSaving !== undefined) navigation.push(afterSaving)
      }}
    />
  )
}
