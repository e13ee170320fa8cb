import { IconButton, Menu, type MenuSection, useToast } from '@binnacle/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, EllipsisVertical, Pencil, Trash2, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigation } from '../../../application/pages/use-navigation.ts'
import { messageOf } from '../../../application/requests/queries.ts'
import { useSession } from '../../../application/session/session.ts'
import { DeleteDialog } from '../../../application/resource/delete-dialog.tsx'
import type { Removal } from '../../../application/resource/resource.ts'
import { deleteItem } from '../by-hand/queries.ts'
import type { ConfigDetail } from '../config/queries.ts'
import { configHref } from '../paths.ts'
import { switchItem } from './queries.ts'

const texts = {
  archive: { on: 'Archived: lists hide it', off: 'Back in the lists' },
  ignore: {
    on: 'Ignored: its changes and insights are counted, not stored',
    off: 'Its changes and insights are stored again',
  },
} as const

interface Turn {
  name: keyof typeof texts
  on: boolean
}

const removal: Removal<ConfigDetail> = {
  remove: ({ id }) => deleteItem(id),
  nameOf: ({ name }) => name,
  label: 'Delete item',
  explain: () => 'Lists hide it. Its history stays, and editing restores it.',
  topics: ['configs', 'config_changes'],
}

/** What people do with an item that a person made. */
function manualActions(
  { deleted_at: deleted }: ConfigDetail,
  onEdit: () => void,
  onDelete: () => void,
): MenuSection {
  return {
    id: 'by hand',
    items: [
      {
        id: 'edit',
        label: deleted === null ? 'Edit' : 'Edit and restore',
        icon: <Pencil />,
        onSelect: onEdit,
      },
      ...(deleted === null ? [{ id: 'delete', label: 'Delete', icon: <Trash2 />, onSelect: onDelete }] : []),
    ],
  }
}

/** Puts an item aside, or takes it back. Nothing for those who may not. */
export function ItemMenu({ config }: { config: ConfigDetail }): ReactNode {
  const { id, name } = config
  const toast = useToast()
  const queries = useQueryClient()
  const navigation = useNavigation()
  const [deleting, setDeleting] = useState(false)
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
    <>
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
          ...(config.manual
            ? [
                manualActions(
                  config,
                  () => navigation.push(configHref(id, 'edit')),
                  () => setDeleting(true),
                ),
              ]
            : []),
          {
            id: 'aside',
            items: [
              {
                id: 'archive',
                label: archived ? 'Unarchive' : 'Archive',
                note: archived ? 'Show it in lists again' : 'Hide it from lists, also after the next scrape',
                icon: archived ? <ArchiveRestore /> : <Archive />,
                onSelect: () => turn.mutate({ name: 'archive', on: !archived }),
              },
              {
                id: 'ignore',
                label: ignored ? 'Stop ignoring' : 'Ignore',
                note: ignored
                  ? 'Its changes and insights are stored again'
                  : 'Its changes and insights are counted, not stored',
                icon: ignored ? <Volume2 /> : <VolumeX />,
                onSelect: () => turn.mutate({ name: 'ignore', on: !ignored }),
              },
            ],
          },
        ]}
      />
      {deleting && <DeleteDialog removal={removal} thing={config} onClose={() => setDeleting(false)} />}
    </>
  )
}
