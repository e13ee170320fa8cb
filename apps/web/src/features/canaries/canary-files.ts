import { canaryFile } from '@binnacle/contract/health'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { request } from '../../application/requests/api.ts'

/** Files of checks with what is wrong in them. */
export const canaryFilesQuery = queryOptions({
  queryKey: ['canary_files'],
  queryFn: ({ signal }) => request('/api/health/files', z.array(canaryFile), { signal }),
})
