// The focus stays in the text field while it controls this list: no HTML tags exist for these roles, and the field
// handles the keys.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { type ReactNode, useEffect, useRef } from 'react'
import { Kbd } from '../primitives/kbd.tsx'
import { NO_RESULT } from '../states/texts.ts'
import { classNames } from '../utilities/class-names.ts'
import type { PaletteGroup, PaletteItem, PaletteMatch } from './search-items.ts'

/** A label with its matched characters emphasized. */
function MatchedLabel({ match }: { match: PaletteMatch }): ReactNode {
  if (match.positions.length === 0) return match.item.label
  const hits = new Set(match.positions)
  return Array.from(match.item.label, (character, index) =>
    hits.has(index) ? (
      <mark key={index} className="bg-transparent font-semibold text-accent-text">
        {character}
      </mark>
    ) : (
      character
    ),
  )
}

function Option(props: {
  id: string
  match: PaletteMatch
  active: boolean
  onPoint: () => void
  onChoose: () => void
}): ReactNode {
  const { item } = props.match
  const element = useRef<HTMLDivElement>(null)
  const { active } = props
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={element}
      id={props.id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onPointerMove={props.onPoint}
      onClick={props.onChoose}
      className={classNames(
        'flex min-h-9 scroll-my-2 items-center gap-2.5 rounded-control px-2.5 select-none [&_svg]:size-4 [&_svg]:shrink-0',
        active && 'bg-selected',
      )}
    >
      <span className="text-muted">{item.icon}</span>
      {/* A narrow window has no room for a whole name on one line, and names may differ at their ends only. */}
      <span className="min-w-0 flex-1 truncate max-sm:py-1 max-sm:wrap-anywhere max-sm:whitespace-normal">
        <MatchedLabel match={props.match} />
      </span>
      {item.note !== undefined && (
        <span className="max-w-[40%] truncate max-sm:max-w-[30%] text-small text-muted">{item.note}</span>
      )}
      {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
    </div>
  )
}

/** The matches under their headings. The focus stays in the field; `active` is an index across all groups. */
export function PaletteList(props: {
  id: string
  groups: readonly PaletteGroup[]
  active: number
  /** Whether more matches may arrive, so that an empty list does not mean "no results". */
  loading: boolean
  onPoint: (index: number) => void
  onChoose: (item: PaletteItem) => void
}): ReactNode {
  const { id, groups } = props
  if (groups.length === 0)
    return (
      <output className="block px-4 py-8 text-center text-secondary">
        {props.loading ? 'Searching…' : NO_RESULT}
      </output>
    )
  const starts = groups.map((_, group) =>
    groups.slice(0, group).reduce((count, before) => count + before.matches.length, 0),
  )
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 outline-none"
    >
      {groups.map((group, groupIndex) => (
        <div key={group.label} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
          <div
            id={`${id}-group-${groupIndex}`}
            role="presentation"
            className="px-2.5 pt-2 pb-1 text-caption font-medium text-muted"
          >
            {group.label}
          </div>
          {group.matches.map((match, matchIndex) => {
            const index = (starts[groupIndex] ?? 0) + matchIndex
            return (
              <Option
                key={match.item.id}
                id={`${id}-${index}`}
                match={match}
                active={index === props.active}
                onPoint={() => props.onPoint(index)}
                onChoose={() => props.onChoose(match.item)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
