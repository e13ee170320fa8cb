import type { DocumentVersion } from '@binnacle/contract/catalog'
import { Age, IconButton } from '@binnacle/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/**
 * Chooses the version of a document by its place in time; the newest is at the right.
 * @param props.label what the versions are for. Default: Versions
 * @param props.versions the newest first
 * @param props.at time of the chosen version; undefined for the present one
 */
export function TimeSlider(props: {
  label?: string
  versions: readonly DocumentVersion[]
  at: string | undefined
  onChoose: (at: string | undefined) => void
}): ReactNode {
  const { versions, at, onChoose } = props
  const id = useId()
  const time = at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at)
  const index = Math.max(
    versions.findIndex(({ since }) => Date.parse(since) <= time),
    0,
  )
  const chosen = versions[index]
  if (chosen === undefined || versions.length < 2) return null
  const last = versions.length - 1
  const go = (place: number) => {
    const version = versions[Math.min(Math.max(place, 0), last)]
    onChoose(place <= 0 ? undefined : version?.since)
  }
  return (
    <div
      role="group"
      aria-label={props.label ?? 'Versions'}
      className="flex min-w-72 flex-1 flex-wrap items-center gap-x-2"
    >
      <IconButton
        label="Older version"
        size="small"
        icon={<ChevronLeft className="size-4" />}
        disabled={index === last}
        onClick={() => go(index + 1)}
      />
      <label htmlFor={id} className="sr-only">
        Version
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        value={last - index}
        aria-valuetext={`Version ${chosen.version}`}
        onChange={(event) => go(last - Number(event.target.value))}
        className="h-control min-w-16 flex-1 accent-(--accent) sm:max-w-64"
      />
      <IconButton
        label="Newer version"
        size="small"
        icon={<ChevronRight className="size-4" />}
        disabled={index === 0}
        onClick={() => go(index - 1)}
      />
      <output className="min-w-0 wrap-anywhere text-secondary numeric">
        {`Version ${chosen.version} of ${versions[0]?.version ?? chosen.version} · `}
        <Age time={chosen.since} /> ago
        {chosen.by !== null && ` · ${chosen.by}`}
      </output>
    </div>
  )
}
