import type { AlertAct } from '@binnacle/contract/notifications'
import { useToast } from '@binnacle/ui'
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../../application/requests/queries.ts'
import { SILENCES_PATH } from '../../silences/index.ts'
import { ALERTS_KEY } from './key.ts'
import { actOnAlerts, deedOf, undoOf } from './act.ts'

/** What somebody does about alerts, and what undoing it needs to know. */
export interface Deed extends AlertAct {
  before?: { assignedTo: string | null }
}

/** Returns the mutation behind the verbs of alerts. A toast says what happened and offers to undo it. */
export function useAct(onDone?: () => void): UseMutationResult<string[], Error, Deed> {
  const toast = useToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const act = useMutation<string[], Error, Deed>({
    mutationFn: actOnAlerts,
    onSuccess(changed, { before, ...body }) {
      const undo = undoOf(body, changed, before)
      const action =
        undo !== undefined
          ? { label: 'Undo', perform: () => undoing.mutate(undo) }
          : body.verb === 'silence'
            ? { label: 'Show silences', perform: () => void navigate({ to: SILENCES_PATH }) }
            : undefined
      toast.success(
        deedOf(body.verb, changed.length, body.ids.length),
        action === undefined ? {} : { action },
      )
      onDone?.()
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ALERTS_KEY }),
  })
  const undoing = useMutation<string[], Error, AlertAct>({
    mutationFn: actOnAlerts,
    onSuccess: (changed, { verb, ids }) => void toast.success(deedOf(verb, changed.length, ids.length)),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ALERTS_KEY }),
  })
  return act
}
