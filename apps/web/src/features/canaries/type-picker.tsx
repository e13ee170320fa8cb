import { PlainLink } from '@binnacle/ui'
import type { ReactNode } from 'react'
import { TypeIcon } from '../health/check-icon.tsx'
import { CUSTOM } from './editor/starting-text.ts'
import type { CheckTypeInfo } from './form/field-kind.ts'

interface Tile {
  id: string
  title: string
  description: string
  icon: string
}

/**
 * What a new health check can begin with.
 * @param props.href the address that begins with a type
 */
export function TypePicker(props: {
  types: readonly CheckTypeInfo[]
  href: (type: string) => string
}): ReactNode {
  const tiles = (hasForm: boolean): Tile[] =>
    props.types
      .filter((type) => type.hasForm === hasForm)
      .map(({ type, title, description, icon }) => ({ id: type, title, description, icon }))
  const custom = {
    id: CUSTOM,
    title: 'Custom',
    description: 'A whole spec as code, with checks of any types.',
    icon: 'braces',
  }
  return (
    <div className="flex flex-col gap-5">
      <Tiles title="With a form" tiles={tiles(true)} href={props.href} />
      <Tiles title="As code" tiles={[...tiles(false), custom]} href={props.href} />
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
