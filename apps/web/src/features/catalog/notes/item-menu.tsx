import { IconButton, Menu, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, EllipsisVertical, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { switchItem } from './queries.ts'

const texts = {
  archive: { on: 'Archived: lists leave it out', off: 'Back in the lists' },
  ignore: {
    on: 'Ignored: its changes and insights are counted, not kept',
    off: 'Its changes and insights are kept again',
  },
} as const

interface Turn {
  name: keyof typeof texts
  on: boolean
}

/** Puts an item aside, or takes it back. Nothing for those who may not. */
export function ItemMenu({ config }: { config: ConfigDetail }): ReactNode {
  const { id, name } = config
  const toast = useToast()
  const queries = useQueryClient()
  const turn = useMutation({
    mutationFn: (wanted: Turn) => switchItem(id, wanted.name, wanted.on),
    onError: (error) => toast.error(messageOf(error)),
    onSuccess(_, wanted) {
      toast.success(texts[wanted.name][wanted.on ? 'on' : 'off'], {
        description: name,
        action: { label: 'Undo', perform: () => turn.mutate({ ...wanted, on: !wanted.on }) },
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['configs'] }),
  })
  if (!useSession().may('write', 'database')) return null
  const archived = typeof config.archived_at === 'string'
  const ignored = typeof config.ignored_at === 'string'
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`Actions for ${name}`}
          variant="secondary"
          loading={turn.isPending}
          icon={<EllipsisVertical className="size-4" />}
        />
      }
      sections={[
        {
          id: 'aside',
          items: [
            {
              id: 'archive',
              label: archived ? 'Unarchive' : 'Archive',
              note: archived ? 'Lists show it again' : 'Lists leave it out, also after the next scrape',
              icon: archived ? <ArchiveRestore /> : <Archive />,
              onSelect: () => turn.mutate({ name: 'archive', on: !archived }),
            },
            {
              id: 'ignore',
              label: ignored ? 'Stop ignoring' : 'Ignore',
              note: ignored
                ? 'Its changes and insights are kept again'
                : 'Its changes and insights are counted, not kept',
              icon: ignored ? <Volume2 /> : <VolumeX />,
              onSelect: () => turn.mutate({ name: 'ignore', on: !ignored }),
            },
          ],
        },
      ]}
    />
  )
}
