import type { ReactNode } from 'react'
import { Dialog } from '../primitives/dialog.tsx'
import { Kbd } from '../primitives/kbd.tsx'
import { useRegisteredShortcuts } from './shortcuts-provider.tsx'

/** The shortcuts that work now, by group. The app gives it a key, `?` by custom, and loads it when that is pressed. */
export function ShortcutsOverlay(props: { open: boolean; onOpenChange: (open: boolean) => void }): ReactNode {
  return (
    <Dialog
      open={props.open}
      onClose={() => props.onOpenChange(false)}
      title="Keyboard shortcuts"
      size="large"
    >
      <ShortcutGroups />
    </Dialog>
  )
}

function ShortcutGroups(): ReactNode {
  const shortcuts = useRegisteredShortcuts()
  // Of entries that share their keys the newest is the one that works.
  const working = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()]
  const groups = Map.groupBy(working, (shortcut) => shortcut.group ?? 'General')
  return (
    <div className="columns-1 gap-8 sm:columns-2">
      {Array.from(groups, ([group, members]) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 text-small font-medium text-muted">{group}</h3>
          <dl className="divide-y divide-line">
            {members.map((shortcut) => (
              <div key={shortcut.keys} className="flex min-h-control items-center justify-between gap-4 py-1">
                <dt>{shortcut.label}</dt>
                <dd>
                  <Kbd keys={shortcut.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
