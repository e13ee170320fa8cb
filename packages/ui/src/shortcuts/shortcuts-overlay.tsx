import type { ReactNode } from 'react'
import { Dialog } from '../primitives/dialog.tsx'
import { Kbd } from '../primitives/kbd.tsx'
import { useRegisteredShortcuts } from './shortcuts-provider.tsx'

/**
 * Dialog with the active shortcuts by group. The app assigns a key to it, usually `?`, and loads it when that key is
 * pressed.
 */
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
  // Of several entries with the same keys, only the newest works.
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
