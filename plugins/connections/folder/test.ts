import type { TestConnectionForm } from '@binnacle/plugin-kit/connections'
import { healthy, unhealthy, unknown } from '@binnacle/plugin-kit/core'
import type { FolderForm } from './spec.ts'

/** Checks that the folder exists and can be read. */
export const test: TestConnectionForm<FolderForm> = async ({ path }, { files, signal }) => {
  const found = await files.stat(path, { signal })
  if (!found.ok) {
    const { code, message } = found.failure
    return (code === 'not-allowed' ? unknown : unhealthy)(`${path}: ${message}`)
  }
  return found.value.kind === 'folder'
    ? healthy({ message: `${path} is a folder` })
    : unhealthy(`${path} is a file, expected a folder`)
}
