import { type CheckDetail, formatDuration } from '@binnacle/contract'
import { Button, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/queries.ts'
import { useSession } from '../../application/session.ts'
import { runCheckNow } from './queries.ts'

/** Runs a check by hand and says what came out. Hidden from those who may not. */
export function RunNow({ check }: { check: CheckDetail }): ReactNode {
  const session = useSession()
  const toast = useToast()
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: () => runCheckNow(check.id),
    onSuccess: (result) => {
      const took = formatDuration(result.duration)
      if (result.state === 'healthy')
        toast.success(`${check.name} is healthy`, { description: `Took ${took}` })
      else toast.error(`${check.name} is ${result.state}`, { description: result.error ?? `Took ${took}` })
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['checks'] }),
  })
  if (!session.may('run', 'canaries')) return null
  return (
    <Button
      size="small"
      icon={<Play aria-hidden="true" className="size-3" />}
      loading={run.isPending || check.running}
      onClick={() => run.mutate()}
    >
      Run Now
    </Button>
  )
}
