import { Button, classNames, Input, Menu } from '@binnacle/ui'
import { CircleAlert, Plus, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { byCategory, type CheckTypeInfo } from './check-types.ts'
import type { EditedCheck } from './checks.ts'

/** From this many checks on there is a box to find one by its name. */
const SEARCHED_FROM = 10

/** Checks that are listed at once; the others are found by their name. */
const MOST_LISTED = 200

const itemClass =
  'flex w-full items-center gap-2 rounded-control px-2 py-1.5 text-left focus-inset hover:bg-hover aria-[current=true]:bg-selected aria-[current=true]:font-medium [content-visibility:auto] [contain-intrinsic-size:auto_2rem]'

/**
 * The checks of a spec, to choose one from.
 * @param props.selected id of the check that is open; empty for what holds for all of them
 * @param props.wrong ids of checks with something wrong
 */
export function CheckList(props: {
  checks: readonly EditedCheck[]
  types: readonly CheckTypeInfo[]
  selected: string
  wrong: ReadonlySet<string>
  onSelect: (id: string) => void
  onAdd: (type: CheckTypeInfo) => void
}): ReactNode {
  const { checks, selected, onSelect } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? checks : checks.filter(({ name }) => name.toLowerCase().includes(wanted))
  const shown = found.filter((check, index) => index < MOST_LISTED || check.id === selected)
  return (
    <nav aria-label="Parts of the health check" className="flex min-h-0 min-w-0 flex-col gap-1.5">
      <button type="button" aria-current={selected === ''} className={itemClass} onClick={() => onSelect('')}>
        <Settings2 aria-hidden="true" className="size-4 shrink-0 text-muted" />
        All checks
      </button>
      {checks.length >= SEARCHED_FROM && (
        <Input
          aria-label="Find a check"
          placeholder={`Find one of ${checks.length} checks`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className="flex max-h-52 flex-col overflow-y-auto md:max-h-[60vh]">
        {shown.map((check) => (
          <li key={check.id}>
            <button
              type="button"
              aria-current={check.id === selected}
              className={itemClass}
              onClick={() => onSelect(check.id)}
            >
              <TypeIcon name={check.type.icon} />
              <span className={classNames('min-w-0 flex-1 truncate', check.name === '' && 'text-muted')}>
                {check.name === '' ? `New ${check.type.title} check` : check.name}
              </span>
              {props.wrong.has(check.id) && (
                <>
                  <CircleAlert aria-hidden="true" className="size-3.5 shrink-0 text-unhealthy" />
                  <span className="sr-only">has errors</span>
                </>
              )}
            </button>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className="text-small text-muted">{`${found.length - shown.length} more; find them by their name`}</p>
      )}
      <div>
        <Menu
          trigger={
            <Button size="small" icon={<Plus aria-hidden="true" className="size-3.5" />}>
              Add check
            </Button>
          }
          sections={byCategory(props.types).map(({ title, members }) => ({
            id: title,
            heading: title,
            items: members.map((type) => ({
              id: type.type,
              label: type.title,
              icon: <TypeIcon name={type.icon} className="size-4" />,
              onSelect: () => props.onAdd(type),
            })),
          }))}
        />
      </div>
    </nav>
  )
}
