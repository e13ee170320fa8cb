import { Combobox, CopyButton, EmptyState, Field, Skeleton } from '@binnacle/ui'
import { useQuery } from '@tanstack/react-query'
import { Equal, FileQuestion } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LOOKUP_DELAY, useDebounced } from '../../../application/address/use-debounced.ts'
import { LoadFailure } from '../../../application/pages/load-failure.tsx'
import { RequestFailure } from '../../../application/requests/failure.ts'
import { parseDiff } from '../changes/diff-lines.ts'
import { DiffView } from '../changes/diff-view.tsx'
import { loadConfigsNamed } from '../list/queries.ts'
import { differenceQuery, versionsQuery } from './history.ts'
import { configNamesQuery } from './queries.ts'
import { TimeSlider } from './time-slider.tsx'
import { useDiffLayout } from '../changes/use-diff-layout.ts'

/** Items that the picker offers at most. */
const OFFERED = 20

const otherNameQuery = (other: string | undefined) => configNamesQuery(other === undefined ? [] : [other])

/**
 * What a document differs in from another one: of the same item or another, now or as it was.
 * @param props.at time of the document that is compared; undefined for now
 * @param props.other id of the other item; undefined for the same one
 * @param props.otherAt time of the other document; undefined for now
 */
export function Comparison(props: {
  id: string
  name: string
  at: string | undefined
  other: string | undefined
  otherAt: string | undefined
  onOther: (id: string | undefined) => void
  onOtherAt: (at: string | undefined) => void
}): ReactNode {
  const { id, name, at, other, otherAt, onOther } = props
  const versions = useQuery(versionsQuery(other ?? id)).data ?? []
  const otherName = useQuery(otherNameQuery(other)).data?.get(other ?? '')?.name ?? name
  const [layout, setLayout] = useDiffLayout()
  const difference = useQuery(differenceQuery({ id, at }, { id: other ?? id, at: otherAt }))
  const { data } = difference
  const parts = data === undefined ? undefined : parseDiff(data.diff)
  const isGone = difference.error instanceof RequestFailure && difference.error.status === 404
  return (
    <div className="flex flex-col gap-3 overflow-y-auto">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <OtherItem id={id} name={name} other={other} onOther={onOther} />
        <TimeSlider
          label="Versions to compare with"
          versions={versions}
          at={otherAt}
          onChoose={props.onOtherAt}
        />
      </div>
      {difference.isPending && <Skeleton className="h-72 w-full" />}
      {isGone && (
        <EmptyState title="Nothing to compare" icon={<FileQuestion strokeWidth={1.5} />}>
          One of the two items had no document at that time, or the document is no longer stored.
        </EmptyState>
      )}
      {difference.error !== null && data === undefined && !isGone && (
        <LoadFailure error={difference.error} queries={[difference]} />
      )}
      {data !== undefined && parts === undefined && (
        <EmptyState title="No difference" icon={<Equal strokeWidth={1.5} />}>
          {other === undefined && at === otherAt
            ? 'Choose another version, or another item, to compare with.'
            : 'Both documents are the same.'}
        </EmptyState>
      )}
      {data !== undefined && parts !== undefined && (
        <p className="flex flex-wrap gap-x-4 wrap-anywhere">
          <span className="text-unhealthy">{`- ${name}, version ${data.from.version}`}</span>
          <span className="text-healthy">{`+ ${otherName}, version ${data.to.version}`}</span>
        </p>
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
    queryKey: ['configs', 'picker with deleted', search],
    enabled: search.trim() !== '',
    queryFn: ({ signal }) => loadConfigsNamed(search, OFFERED, signal, { withDeleted: true }),
  })
  const chosen = useQuery(otherNameQuery(other)).data?.get(other ?? '')
  // The same objects between renders, or the field would forget what somebody types.
  const value = useMemo(
    () =>
      other === undefined
        ? { value: id, label: name, note: 'this item, now' }
        : { value: other, label: chosen?.name ?? other, ...(chosen !== undefined && { note: chosen.type }) },
    [id, name, other, chosen],
  )
  const options = useMemo(() => {
    const others = (found.data ?? [])
      .filter((item) => item.id !== value.value)
      .map((item) => ({
        value: item.id,
        label: item.name,
        note: item.deleted_at === null ? item.type : `${item.type}, deleted`,
      }))
    // The first is the nearest to the cursor, so what is chosen already must not be above what somebody types.
    return value.label.toLowerCase().includes(search.trim().toLowerCase()) ? [value, ...others] : others
  }, [value, found.data, search])
  return (
    <Field label="Compare with" className="w-full max-w-md">
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
