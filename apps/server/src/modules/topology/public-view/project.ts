import type { ComponentProperty, PublicComponent, SharedParts } from '@binnacle/contract/topology'
import { maskCredentials, maskSecrets } from '@binnacle/contract/redact'
import { healthOf } from '@binnacle/contract/core'
import type { Tree } from '../tree/index.ts'
import type { TreeNode } from '../tree/model.ts'
import { countByHealth } from '../tree/select.ts'
import { compareBy } from '../tree/sort.ts'

/** Levels of a view: the component, the cards, and what is on them. */
const LEVELS = 3
/** Most components of a view. */
const MOST_COMPONENTS = 500
const MOST_PROPERTIES = 20
/** Most characters of a text. */
const LONGEST_TEXT = 500

/** A text as strangers may read it. */
function open(text: string): string {
  const masked = maskCredentials(text)
  return masked.length > LONGEST_TEXT ? `${masked.slice(0, LONGEST_TEXT)}…` : masked
}
const openOrNull = (text: string | null) => (text === null || text === '' ? null : open(text))

type PublicProperty = NonNullable<PublicComponent['properties']>[number]

/** A property without links, tooltips and what has the name of a secret; undefined if nothing is left. */
function openProperty(property: ComponentProperty): PublicProperty | undefined {
  const { name, label, type, text, value, unit, min, max, order, headline } = property
  const named = maskSecrets({ [name]: '', [label ?? name]: '' })
  const isSecret = JSON.stringify(named) !== JSON.stringify({ [name]: '', [label ?? name]: '' })
  if (type === 'hidden' || ((text ?? '') === '' && value === undefined)) return undefined
  const names = { name: open(name), ...(label === undefined ? {} : { label: open(label) }) }
  if (isSecret) return { ...names, text: '***' }
  return {
    ...names,
    ...(type === undefined ? {} : { type }),
    ...(text === undefined ? {} : { text: open(text) }),
    ...(value === undefined ? {} : { value }),
    ...(unit === undefined ? {} : { unit }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(order === undefined ? {} : { order }),
    ...(headline === undefined ? {} : { headline }),
  }
}

/**
 * What a visitor sees of a component and of what is below it. Every field is named here: what is added to components later
 * stays inside. Hidden components stay inside too, also as causes.
 */
export function projectTree(
  { model, shown }: Pick<Tree, 'model' | 'shown'>,
  root: TreeNode,
  { properties, messages }: SharedParts,
): PublicComponent {
  const compare = compareBy('status', 'desc')

  function causeOf(node: TreeNode): PublicComponent['cause'] {
    const cause = shown.causeOf(node)
    if (cause === null) return null
    const below = cause.path.slice(1)
    if (below.some(({ id }) => model.nodes.get(id)?.data.hidden !== false)) return null
    return {
      name: open(cause.name),
      message: openOrNull(cause.message),
      since: cause.since,
      // A component that says itself that it is not well is the end of the way, and not named twice.
      way: below.slice(0, cause.kind === 'component' ? -1 : undefined).map(({ name }) => open(name)),
    }
  }

  const childrenOf = (node: TreeNode) => model.childrenOf(node).filter(({ data }) => !data.hidden)

  function project(node: TreeNode): PublicComponent {
    const { data, isAtRisk } = node
    return {
      name: open(data.name),
      health: healthOf(data.health),
      since: data.health_since,
      at_risk: isAtRisk,
      counts: countByHealth(childrenOf(node)),
      left_out: 0,
      ...(properties
        ? {
            type: openOrNull(data.type),
            icon: openOrNull(data.icon),
            properties: data.properties
              .flatMap((property) => openProperty(property) ?? [])
              .slice(0, MOST_PROPERTIES),
          }
        : {}),
      ...(messages
        ? {
            status: open(data.status),
            message: openOrNull(data.status_reason),
            cause: causeOf(node),
          }
        : {}),
      components: [],
    }
  }

  const top = project(root)
  let left = MOST_COMPONENTS - 1
  // Level by level, so that all cards are there before what is on them.
  let level = [{ node: root, shownAs: top, above: [root] }]
  for (let depth = 1; depth < LEVELS; depth += 1) {
    const next: typeof level = []
    for (const { node, shownAs, above } of level) {
      const children = childrenOf(node)
        .filter((child) => !above.includes(child))
        .toSorted(compare)
      const taken = children.slice(0, left)
      left -= taken.length
      shownAs.left_out = children.length - taken.length
      for (const child of taken) {
        const below = project(child)
        shownAs.components.push(below)
        next.push({ node: child, shownAs: below, above: [...above, child] })
      }
    }
    level = next
  }
  return top
}
