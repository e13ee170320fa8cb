import type { TopologyComponent } from '@binnacle/contract/topology'
import { IconButton, Menu, type MenuSection } from '@binnacle/ui'
import { Download, EllipsisVertical, FileCode2, Share2, ZoomIn } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../application/session/session.ts'
import { nameOf } from './cards/summary-lines.ts'
import { shownOf, useSlot } from '../../application/slots/slots.tsx'
import type { LinkTo } from './link-to.ts'
import { useReach } from '../../application/pages/use-reachable.ts'

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
  const [open, setOpen] = useState<string>()
  const entries = shownOf(useSlot('component.menu').fills, component)
  const entriesOf = (wanted: 'open' | 'do'): MenuSection['items'] =>
    entries.flatMap(({ id, group, label, icon: sign, href }): MenuSection['items'] => {
      if (group !== wanted) return []
      if (href === undefined) return [{ id, label, icon: sign, onSelect: () => setOpen(id) }]
      const target = reach(href(component))
      return target === undefined ? [] : [{ id, label, icon: sign, href: target }]
    })
  const spec =
    component.topology_id === null ? undefined : reach(`/settings/topologies/${component.topology_id}`)
  const close = () => setOpen(undefined)
  const icon = 'size-3.5'
  const sections: readonly MenuSection[] = [
    {
      id: 'open',
      items: [
        ...entriesOf('open'),
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
        ...entriesOf('do'),
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
        {entries.map(
          ({ id, Dialog }) =>
            Dialog !== undefined && open === id && <Dialog key={id} subject={component} onClose={close} />,
        )}
        {open === 'share' && (
          <ShareDialog component={{ id: component.id, name: nameOf(component) }} onClose={close} />
        )}
        {open === 'snapshot' && <SnapshotDialog component={component} onClose={close} />}
      </Suspense>
    </>
  )
}
