import { type Href, Input, PlainLink } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { useNavigation } from '../pages/use-navigation.ts'

/** A type that a new spec can begin with. */
export interface TypeTile {
  id: string
  title: string
  description: string
  icon: ReactNode
}

/** Types that people look for together. */
export interface TypeGroup<Tile extends TypeTile> {
  title: string
  members: readonly Tile[]
}

/** Class of the icon of a tile. */
export const tileIconClass = 'mt-0.5 size-5 shrink-0 text-muted'

/** Whether a tile has every word of a text somewhere, so that "ping" and "sftp" find the types that do it. */
function matches({ id, title, description }: TypeTile, text: string): boolean {
  const words = `${id} ${title} ${description}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/**
 * Offers the types for a new spec by what people look for.
 * @param props.thing what has the types, as used in sentences: `check`
 * @param props.groupsOf sorts the types that the search leaves into groups
 * @param props.href the address that starts with a type
 * @param props.instead what helps where no type matches
 * @param props.isCompact whether to show the titles alone, as for dozens of types in a dialog
 */
export function TypePicker<Tile extends TypeTile>(props: {
  thing: string
  placeholder: string
  tiles: readonly Tile[]
  groupsOf: (tiles: readonly Tile[]) => readonly TypeGroup<Tile>[]
  href: (type: string) => Href
  instead?: ReactNode
  isCompact?: true
}): ReactNode {
  const { isCompact = false } = props
  const navigation = useNavigation()
  const [search, setSearch] = useState('')
  const groups = props.groupsOf(props.tiles.filter((tile) => matches(tile, search)))
  const first = groups[0]?.members[0]
  return (
    <div className="flex flex-col gap-5">
      <form
        role="search"
        className={isCompact ? '' : 'max-w-md'}
        onSubmit={(event) => {
          event.preventDefault()
          if (search.trim() !== '' && first !== undefined) navigation.push(props.href(first.id))
        }}
      >
        <Input
          aria-label={`Find a type of ${props.thing}`}
          placeholder={props.placeholder}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- nothing before it is read first; a dialog gives the focus itself, and back
          autoFocus={!isCompact}
          autoComplete="off"
          className="w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      {groups.length === 0 && (
        <p>
          {`No type of ${props.thing} matches “${search}”. `}
          {props.instead}
        </p>
      )}
      {groups.map(({ title, members }) => (
        <Tiles key={title} title={title} tiles={members} href={props.href} isCompact={isCompact} />
      ))}
    </div>
  )
}

function Tiles(props: {
  title: string
  tiles: readonly TypeTile[]
  href: (type: string) => Href
  isCompact: boolean
}): ReactNode {
  const { title, isCompact } = props
  // The title of a dialog is a heading of the second level.
  const Heading = isCompact ? 'h3' : 'h2'
  return (
    <section aria-label={title}>
      <Heading className={`mb-2 font-semibold text-secondary ${isCompact ? 'text-small' : ''}`}>
        {title}
      </Heading>
      <ul
        className={`grid gap-2 ${isCompact ? 'grid-cols-2 sm:grid-cols-3 lg:grid-cols-4' : 'sm:grid-cols-2 lg:grid-cols-3'}`}
      >
        {props.tiles.map((tile) => (
          <li
            key={tile.id}
            {...(isCompact ? { title: tile.description } : {})}
            className={`relative flex min-w-0 rounded-panel border border-line bg-surface hover:border-line-strong hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus ${isCompact ? 'items-center gap-2 px-3 py-2.5' : 'gap-3 p-3'}`}
          >
            {tile.icon}
            <span className="min-w-0">
              <PlainLink
                href={props.href(tile.id)}
                className="block font-medium wrap-anywhere outline-none after:absolute after:inset-0"
              >
                {tile.title}
              </PlainLink>
              {!isCompact && <span className="block text-small text-secondary">{tile.description}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
