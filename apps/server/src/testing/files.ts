import { createFileProcesses, createLocalFiles } from '../platform/files/index.ts'

/** Files for tests that read none: as in a product without LOCAL_FOLDERS. */
export const noFiles = createLocalFiles({ folders: [], forbidden: [] }, createFileProcesses())
