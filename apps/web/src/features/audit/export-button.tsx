import { Button, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { type EventFilters, loadCsv } from './queries.ts'

function save(csv: string): void {
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = href
  link.download = `audit-log-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.csv`
  link.click()
  URL.revokeObjectURL(href)
}

/** Saves the events that the filters choose, on all pages. */
export function ExportButton({ wanted }: { wanted: EventFilters }): ReactNode {
  const toast = useToast()
  const load = useMutation({
    mutationFn: () => loadCsv(wanted),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: ({ csv, rows, total }) => {
      save(csv)
      const count = rows.toLocaleString('en')
      if (rows < total)
        toast.information(`Exported the newest ${count} of ${total.toLocaleString('en')} events`, {
          description: 'Choose a shorter time range to export the others.',
        })
      else toast.success(`Exported ${count} events`)
    },
  })
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-3.5" />}
      loading={load.isPending}
      onClick={() => load.mutate()}
    >
      Export CSV
    </Button>
  )
}
