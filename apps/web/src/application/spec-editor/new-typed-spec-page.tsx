import type { SchemaNode } from '@binnacle/contract/schema'
import { defineFilters, TextLink, textParameter } from '@binnacle/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { useFilters } from '../address/use-filters.ts'
import { CUSTOM } from './entry-types.ts'
import { NewSpecPage } from './new-spec-page.tsx'
import { tileIconClass, type TypeGroup, TypePicker, type TypeTile } from './type-picker.tsx'

const filters = defineFilters({
  /** The type it begins with; `custom` for a whole spec as code. */
  type: textParameter(),
})

/** A type that a new spec can begin with, as the schema of the spec describes it. */
export interface PickedType {
  type: string
  title: string
  description: string
  /** Name of its icon. */
  icon: string
  category?: string | undefined
}

/** A tile of the picker, under what people look for. */
export type CategoryTile = TypeTile & { category: string | undefined }

const inOneGroup = (tiles: readonly CategoryTile[]): readonly TypeGroup<CategoryTile>[] =>
  tiles.length === 0 ? [] : [{ title: 'Types', members: tiles }]

/**
 * The page that makes a resource with a spec of a type that is picked first, or of any types as code.
 * @param props.thing what has the types, as used in sentences: `scraper`
 * @param props.custom describes the spec of any types
 * @param props.groupsOf sorts the types into groups. Default: one group
 * @param props.instead the type that helps where no other matches, as a sentence whose beginning is a link
 * @param props.children the editor of a spec that begins with the picked type; undefined for any types
 */
export function NewTypedSpecPage<Type extends PickedType>(props: {
  title: string
  schema: UseQueryResult<SchemaNode>
  typesOf: (schema: SchemaNode) => readonly Type[]
  Icon: ComponentType<{ name: string; className?: string }>
  thing: string
  placeholder: string
  custom: { description: string; category?: string }
  groupsOf?: (tiles: readonly CategoryTile[]) => readonly TypeGroup<CategoryTile>[]
  instead: { type: string; label: string; text: string }
  children: (type: Type | undefined, schema: SchemaNode) => ReactNode
}): ReactNode {
  const { schema, Icon, custom, groupsOf = inOneGroup, instead } = props
  const { values, href } = useFilters(filters)
  const hrefOf = (type: string) => href({ type })
  const types = schema.data === undefined ? [] : props.typesOf(schema.data)
  const picked = types.find(({ type }) => type === values.type)
  const isPicked = picked !== undefined || values.type === CUSTOM
  const tileOf = ({ type, title, description, icon, category }: PickedType): CategoryTile => ({
    id: type,
    title,
    description,
    category,
    icon: <Icon name={icon} className={tileIconClass} />,
  })
  return (
    <NewSpecPage title={props.title} schema={schema}>
      {(node) =>
        isPicked ? (
          <Fragment key={values.type}>{props.children(picked, node)}</Fragment>
        ) : (
          <TypePicker
            thing={props.thing}
            placeholder={props.placeholder}
            tiles={[...types, { type: CUSTOM, title: 'Custom', icon: 'braces', ...custom }].map(tileOf)}
            groupsOf={groupsOf}
            href={hrefOf}
            instead={
              <>
                <TextLink href={hrefOf(instead.type)}>{instead.label}</TextLink> {instead.text}
              </>
            }
          />
        )
      }
    </NewSpecPage>
  )
}
