import type { ConnectionTypeInfo } from '@binnacle/contract/connections'
import { type Href, Input, PlainLink } from '@binnacle/ui'
import { type ReactNode, useState } from 'react'
import { ConnectionIcon } from './connection-icon.tsx'
import { useNavigation } from '../../application/pages/use-navigation.ts'

/** Titles of the categories, in the order in which people are offered them. */
const categories: readonly (readonly [category: string, title: string])[] = [
  ['database', 'Databases'],
  ['cloud', 'Clouds and clusters'],
  ['storage', 'Files and storage'],
  ['monitoring', 'Monitoring systems'],
  ['source', 'Source code'],
  ['network', 'Web and network'],
  ['notification', 'Notifications'],
]

function matches({ type, title, description }: ConnectionTypeInfo, text: string): boolean {
  const words = `${type} ${title} ${description}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/**
 * Offers the connection types by what people look for. Enter takes the first one that matches.
 * @param props.href the address of the form of a type
 */
export function TypePicker(props: {
  types: readonly ConnectionTypeInfo[]
  href: (type: string) => Href
}): ReactNode {
  const navigation = useNavigation()
  const [search, setSearch] = useState('')
  const found = props.types.filter((type) => !type.hidden && matches(type, search))
  const groups = categories
    .map(([category, title]) => ({ title, members: found.filter((type) => type.category === category) }))
    .filter(({ members }) => members.length > 0)
  const first = groups[0]?.members[0]
  return (
    <div className="flex flex-col gap-4">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (search.trim() !== '' && first !== undefined) navigation.push(props.href(first.type))
        }}
      >
        <Input
          aria-label="Find a connection type"
          placeholder="What do you want to connect to?"
          autoComplete="off"
          className="w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      {groups.length === 0 && <p>{`No connection type matches “${search}”.`}</p>}
      {groups.map(({ title, members }) => (
        <section key={title} aria-label={title}>
          <h3 className="mb-2 text-small font-semibold text-secondary">{title}</h3>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4">
            {members.map(({ type, title: name, icon, description }) => (
              <li
                key={type}
                title={description}
                className="relative flex min-w-0 items-center gap-2 rounded-panel border border-line bg-surface px-3 py-2.5 hover:border-line-strong hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <ConnectionIcon name={icon} />
                <PlainLink
                  href={props.href(type)}
                  className="min-w-0 font-medium wrap-anywhere outline-none after:absolute after:inset-0"
                >
                  {name}
                </PlainLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
