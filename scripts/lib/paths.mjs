// What runs before the install is plain JavaScript for Node 20 and needs no package.
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** The folder of the project. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A path inside the project. */
export const inProject = (...parts) => join(root, ...parts)
