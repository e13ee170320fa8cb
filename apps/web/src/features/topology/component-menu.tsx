import type { TopologyComponent } from '@binnacle/contract/topology'
import { IconButton, Menu, type MenuSection } from '@binnacle/ui'
import { Download, EllipsisVertical, FileCode2, Link2, ScrollText, Share2, ZoomIn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../application/session/session.ts'
import { componentLogsHref } from '../logs/index.ts'
import { nameOf } from './cards/summary-lines.ts'
import type { LinkTo } from './link-to.ts'
import { useReach } from './use-reachable.ts'

const LinkDialog = lazy(async () => {
  const { LinkDialog: component } = await import('./dialogs/link-dialog.tsx')
  return { default: component }
})
const ShareDialog = lazy(async () => {
  const { ShareDialog: component } = await import('./sharing/share-dialog.tsx')
  return { default: component }
})
const SnapshotDialog = lazy(async () => {
  const { SnapshotDialog: component } = await import('./dialogs/snapshot-dialog.tsx')
  return { default: component }
})

/**
 * What can be done with a component.
 * @param props.linkTo address of a component; undefined on its own page, where nothing zooms in
 */
export function ComponentMenu(props: { component: TopologyComponent; linkTo?: LinkTo }): ReactNode {
  const { component, linkTo } = props
  const session = useSession()
  const reach = useReach()
  const [open, setOpen] = useState<'link' | 'share' | 'snapshot'>()
  const logs = component.logs.length === 0 ? undefined : reach(componentLogsHref(component.id))
  const spec =
    component.topology_id === null ? undefined : reach(`/settings/topologies/${component.topology_id}`)
  const close = () => setOpen(undefined)
  const icon = 'size-3.5'
  const sections: readonly MenuSection[] = [
    {
      id: 'open',
      items: [
        ...(logs === undefined
          ? []
          : [{ id: 'logs', label: 'View Logs', icon: <ScrollText className={icon} />, href: logs }]),
        ...(linkTo === undefined
          ? []
          : [
              { id: 'zoom', label: 'Zoom In', icon: <ZoomIn className={icon} />, href: linkTo(component.id) },
            ]),
        ...(spec === undefined
          ? []
          : [{ id: 'spec', label: 'Open topology', icon: <FileCode2 className={icon} />, href: spec }]),
      ],
    },
    {
      id: 'do',
      items: [
        {
          id: 'snapshot',
          label: 'Download snapshot',
          icon: <Download className={icon} />,
          onSelect: () => setOpen('snapshot'),
        },
        // People who may not write would only get an error of the server.
        ...(session.may('write', 'database')
          ? [
              {
                id: 'link',
                label: 'Link to catalog',
                icon: <Link2 className={icon} />,
                onSelect: () => setOpen('link'),
              },
            ]
          : []),
        ...(session.may('write', 'rbac')
          ? [
              {
                id: 'share',
                label: 'Share',
                icon: <Share2 className={icon} />,
                onSelect: () => setOpen('share'),
              },
            ]
          : []),
      ],
    },
  ]
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={`Actions for ${nameOf(component)}`}
            size="small"
            icon={<EllipsisVertical className="size-4" />}
          />
        }
        sections={sections.filter(({ items }) => items.length > 0)}
      />
      <Suspense>
        {open === 'link' && <LinkDialog component={component} onClose={close} />}
        {open === 'share' && (
          <ShareDialog component={{ id: component.id, name: nameOf(component) }} onClose={close} />
        )}
        {open === 'snapshot' && <SnapshotDialog component={component} onClose={close} />}
      </Suspense>
    </>
  )
}
