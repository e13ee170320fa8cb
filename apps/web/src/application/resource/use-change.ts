import { useToast } from '@binnacle/ui'
import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../requests/queries.ts'

/**
 * A change that a button makes: a toast says that it is made, or why not, and what it changed is loaded again.
 * @param setup.run rejects with what the server says
 * @param setup.said text of the toast once it is made; none if not given
 * @param setup.keys beginnings of the keys of queries that it changes
 * @param setup.onDone told what it gave, once it is made
 */
export function useChange<Result>(setup: {
  run: () => Promise<Result>
  said?: string
  keys: readonly QueryKey[]
  onDone?: (result: Result) => void
}): UseMutationResult<Result, Error, void> {
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation<Result>({
    mutationFn: setup.run,
    onSuccess(result) {
      if (setup.said !== undefined) toast.success(setup.said)
      setup.onDone?.(result)
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => Promise.all(setup.keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
