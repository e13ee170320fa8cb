import { readdirSync } from 'node:fs'

/** Folders of a family that hold no type. */
const others: ReadonlySet<string> = new Set(['node_modules', 'testing'])

/**
 * Names of the folders of a family that each hold a type, in their order.
 * @param family folder of the family, ending in /
 */
export function typeFolders(family: URL): string[] {
  return readdirSync(family, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !others.has(entry.name))
    .map(({ name }) => name)
    .toSorted()
}
