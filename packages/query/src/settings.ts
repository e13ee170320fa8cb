import type { Node } from './syntax.ts'

/** What a query can say besides which rows are meant. */
export type Setting = 'sort' | 'limit'

const settings: Readonly<Record<string, Setting>> = { sort: 'sort', '@order': 'sort', limit: 'limit' }

/** The setting that has a name. */
export function settingNamed(name: string): Setting | undefined {
  const wanted = name.toLowerCase()
  return Object.hasOwn(settings, wanted) ? settings[wanted] : undefined
}

/** The setting that a part of a query is; undefined for a condition. After a colon such a name is a word, as any other. */
export function settingOf(node: Node): Setting | undefined {
  return node.kind === 'compare' && node.operator !== ':' ? settingNamed(node.name) : undefined
}
