import { Combobox, CopyButton, EmptyState, Field, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Equal } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { parseDiff } from '../changes/diff-lines.ts'
import { DiffView } from '../changes/diff-view.tsx'
import { loadConfigsNamed } from '../list/queries.ts'
import { differenceQuery } from './history.ts'
import { configNamesQuery } from './queries.ts'
import { useDiffLayout } from '../changes/use-diff-layout.ts'

/** Items that the picker offers at most. */
const OFFERED = 20

/**
 * What a document differs in from the present one of the same or of another item.
 * @param props.at time of the document that is compared; undefined for now
 * @param props.other id of the other item; undefined for the same one
 */
export function Comparison(props: {
  id: string
  name: string
  at: string | undefined
  other: string | undefined
  onOther: (id: string | undefined) => void
}): ReactNode {
  const { id, name, at, other, onOther } = props
  const [layout, setLayout] = useDiffLayout()
  const difference = useQuery(differenceQuery({ id, at }, { id: other ?? id, at: undefined }))
  const { data } = difference
  const parts = data === undefined ? undefined : parseDiff(data.diff)
  return (
    <div className="flex flex-col gap-3 overflow-y-auto">
      <OtherItem id={id} name={name} other={other} onOther={onOther} />
      {difference.isPending && <Skeleton className="h-72 w-full" />}
      {difference.error !== null && data === undefined && (
        <LoadFailure error={difference.error} asked={[difference]} />
      )}
      {data !== undefined && parts === undefined && (
        <EmptyState title="No difference" icon={<Equal strokeWidth={1.5} />}>
          {other === undefined && at === undefined
            ? 'Choose an older version, or another item, to compare with.'
            : 'Both documents are the same.'}
        </EmptyState>
      )}
      {data !== undefined && parts !== undefined && (
        <DiffView
          parts={parts}
          layout={layout}
          onLayout={setLayout}
          actions={<CopyButton text={data.diff} what="diff" />}
        />
      )}
    </div>
  )
}

function OtherItem(props: {
  id: string
  name: string
  other: string | undefined
  onOther: (id: string | undefined) => void
}): ReactNode {
  const { id, name, other } = props
  const [text, setText] = useState('')
  const search = useDebounced(text, LOOKUP_DELAY)
  const found = useQuery({
    queryKey: ['configs', 'picker', search],
    enabled: search.trim() !== '',
    queryFn: ({ signal }) => loadConfigsNamed(search, OFFERED, signal),
  })
  const chosen = useQuery(configNamesQuery(other === undefined ? [] : [other])).data?.get(other ?? '')
  // The same objects between renders, or the field would forget what somebody types.
  const value = useMemo(
    () =>
      other === undefined
        ? { value: id, label: name, note: 'this item, now' }
        : { value: other, label: chosen?.name ?? other, ...(chosen !== undefined && { note: chosen.type }) },
    [id, name, other, chosen],
  )
  const options = useMemo(
    () => [
      value,
      ...(found.data ?? [])
        .filter((item) => item.id !== value.value)
        .map((item) => ({ value: item.id, label: item.name, note: item.type })),
    ],
    [value, found.data],
  )
  return (
    <Field label="Compare with" className="max-w-md">
      {(control) => (
        <Combobox
          {...control}
          value={value}
          options={options}
          onSearch={setText}
          searching={found.isFetching}
          onChange={(option) =>
            props.onOther(option === null || option.value === id ? undefined : option.value)
          }
        />
      )}
    </Field>
  )
}
