import type { CanaryFile } from '@binnacle/contract/health'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { canaryFilesQuery } from './canary-files.ts'

const CanaryFileList = lazy(async () => {
  const { CanaryFileList: component } = await import('./canary-file-list.tsx')
  return { default: component }
})

/** Says which files of checks have errors and where; the checks that they held before go on. */
export function CanaryFileProblems({ files }: { files: readonly CanaryFile[] | undefined }): ReactNode {
  return <Suspense>{files !== undefined && files.length > 0 && <CanaryFileList files={files} />}</Suspense>
}

/** The same above the list of health checks. */
export function CanaryFilesHeader(): ReactNode {
  const files = useQuery(canaryFilesQuery)
  return <CanaryFileProblems files={files.data?.filter((file) => file.problems.length > 0)} />
}
