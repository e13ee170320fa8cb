import { IconButton, Menu, useToast } from '@binnacle/ui'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../application/requests/queries.ts'
import { downloadLines, type LineSearch } from './queries.ts'

/** Offers a file to the person. */
function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Downloads the lines that fit the search. Source: LOG-012 to LOG-014. */
export function DownloadMenu({ lineSearch }: { lineSearch: LineSearch }): ReactNode {
  const toast = useToast()
  const [isLoading, setIsLoading] = useState(false)
  const download = (format: 'text' | 'json') => async () => {
    setIsLoading(true)
    try {
      const { name, content } = await downloadLines(lineSearch, format)
      save(name, content)
      toast.success('Downloaded logs')
    } catch (error) {
      toast.error('Failed to download logs', { details: messageOf(error) })
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label="Download logs"
          variant="secondary"
          loading={isLoading}
          icon={<Download className="size-3.5" />}
        />
      }
      sections={[
        {
          id: 'formats',
          items: [
            {
              id: 'text',
              label: 'Text',
              note: 'One line of text for each line',
              onSelect: () => void download('text')(),
            },
            {
              id: 'json',
              label: 'JSON lines',
              note: 'With the labels of each line',
              onSelect: () => void download('json')(),
            },
          ],
        },
      ]}
    />
  )
}
