import { IconButton, Menu, useToast } from '@binnacle/ui'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { saveFile } from '../save-file.ts'
import { csvOf } from './csv.ts'
import { type ConfigListRequest, loadAllConfigs } from './queries.ts'

/** Saves the items that the filters choose, on all pages. */
export function ExportMenu({ wanted }: { wanted: ConfigListRequest }): ReactNode {
  const toast = useToast()
  const load = useMutation({
    mutationFn: async (format: 'csv' | 'json') => ({ format, rows: await loadAllConfigs(wanted) }),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess({ format, rows }) {
      const name = `catalog-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${format}`
      if (format === 'csv') saveFile(name, csvOf(rows), 'text/csv')
      else saveFile(name, JSON.stringify(rows, null, 2), 'application/json')
      toast.success(`Exported ${rows.length.toLocaleString('en')} items`)
    },
  })
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label="Export"
          variant="secondary"
          loading={load.isPending}
          icon={<Download className="size-3.5" />}
        />
      }
      sections={[
        {
          id: 'formats',
          items: [
            { id: 'csv', label: 'Export CSV', onSelect: () => load.mutate('csv') },
            { id: 'json', label: 'Export JSON', onSelect: () => load.mutate('json') },
          ],
        },
      ]}
    />
  )
}
