import { useToast } from '@binnacle/ui'
import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../requests/queries.ts'

/**
 * Returns the mutation behind a button. A toast reports its success or failure, and the affected queries reload.
 * @param setup.run makes the change; rejects with a failure whose message the toast shows
 * @param setup.success text of the toast after success. Default: no toast
 * @param setup.keys prefixes of the query keys to reload
 * @param setup.onDone receives the result after success
 */
export function useChange<Result, Input = void>(setup: {
  run: (input: Input) => Promise<Result>
  success?: string
  keys: readonly QueryKey[]
  onDone?: (result: Result) => void
}): UseMutationResult<Result, Error, Input> {
  const toast = useToast()
  const queries = useQueryClient()
  return useMutation<Result, Error, Input>({
    mutationFn: setup.run,
    onSuccess(result) {
      if (setup.success !== undefined) toast.success(setup.success)
      setup.onDone?.(result)
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => Promise.all(setup.keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
