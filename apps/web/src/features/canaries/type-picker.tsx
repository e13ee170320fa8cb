import { Input, PlainLink, TextLink } from '@binnacle/ui'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { TypeIcon } from '../../application/pages/type-icon.tsx'
import { CUSTOM } from './starting-text.ts'
import { byCategory, type CheckTypeInfo } from './check-types.ts'

interface Tile {
  id: string
  title: string
  description: string
  icon: string
  category: string | undefined
}

const custom: Tile = {
  id: CUSTOM,
  title: 'Custom',
  description: 'Starts with YAML for checks of any types.',
  icon: 'braces',
  category: 'script',
}

/** Whether a tile has every word of a text somewhere, so that "ping" and "sftp" find the types that do it. */
function matches({ id, title, description }: Tile, text: string): boolean {
  const words = `${id} ${title} ${description}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/**
 * Offers the check types for a new health check by what people look for.
 * @param props.href the address that starts with a type
 */
export function TypePicker(props: {
  types: readonly CheckTypeInfo[]
  href: (type: string) => string
}): ReactNode {
  const router = useRouter()
  const [search, setSearch] = useState('')
  const tiles: readonly Tile[] = [
    ...props.types.map(({ type, title, description, icon, category }) => ({
      id: type,
      title,
      description,
      icon,
      category,
    })),
    custom,
  ]
  const categories = byCategory(tiles.filter((tile) => matches(tile, search)))
  const first = categories[0]?.members[0]
  return (
    <div className="flex flex-col gap-5">
      <form
        role="search"
        className="max-w-md"
        onSubmit={(event) => {
          event.preventDefault()
          if (search.trim() !== '' && first !== undefined) router.history.push(props.href(first.id))
        }}
      >
        <Input
          aria-label="Find a type of check"
          placeholder="What do you want to check?"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing before it that is read first
          autoFocus
          autoComplete="off"
          className="w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      {categories.length === 0 && (
        <p>
          {`No type of check matches “${search}”. `}
          <TextLink href={props.href('exec')}>An Exec check</TextLink> runs any script.
        </p>
      )}
      {categories.map(({ title, members }) => (
        <Tiles key={title} title={title} tiles={members} href={props.href} />
      ))}
    </div>
  )
}

function Tiles(props: { title: string; tiles: readonly Tile[]; href: (type: string) => string }): ReactNode {
  return (
    <section aria-label={props.title}>
      <h2 className="mb-2 font-semibold text-secondary">{props.title}</h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {props.tiles.map((tile) => (
          <li
            key={tile.id}
            className="relative flex gap-3 rounded-panel border border-line bg-surface p-3 hover:border-line-strong hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <TypeIcon name={tile.icon} className="mt-0.5 size-5 shrink-0 text-muted" />
            <span className="min-w-0">
              <PlainLink
                href={props.href(tile.id)}
                className="block font-medium outline-none after:absolute after:inset-0"
              >
                {tile.title}
              </PlainLink>
              <span className="block text-small text-secondary">{tile.description}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
