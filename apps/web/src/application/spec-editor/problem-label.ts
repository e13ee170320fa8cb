import { childNode, isRecord, itemNode, type SchemaNode } from '@binnacle/contract/schema'
import { labelOf } from '@binnacle/ui/schema-form'
import { valueAt } from './spec-document.ts'

/** Parses a path that `formatPath` wrote into keys and indexes. */
function partsOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([text, index]) =>
    index === undefined ? text : Number(index),
  )
}

/** Whether it names a list item. A scraper has the path to the name of its items there. */
function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && !name.startsWith('$')
}

/**
 * Describes the place of a problem in the words of the form: the name of the list item, then the labels of its
 * fields.
 * @param value the spec, for the names of list items
 * @param path as the server writes it, such as http[0].url
 */
export function problemLabel(schema: SchemaNode, value: unknown, path: string): string {
  const parts = partsOf(path)
  const labels: string[] = []
  let node: SchemaNode | undefined = schema
  for (const [depth, part] of parts.entries()) {
    if (typeof part === 'number') {
      node = node === undefined ? undefined : itemNode(node)
      const item = depth === 1 ? valueAt(value, parts.slice(0, 2)) : undefined
      const name = isRecord(item) ? item['name'] : undefined
      const last = labels.pop() ?? ''
      labels.push(isName(name) ? name : `${last} ${part + 1}`)
      continue
    }
    node = node === undefined ? undefined : childNode(node, part)
    labels.push(node === undefined ? part : labelOf(part, node))
  }
  return labels.join(' › ')
}
