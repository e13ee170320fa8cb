import { IconButton, Menu } from '@binnacle/ui'
import { BookOpen, CircleHelp, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'

/** Where to read about the product. */
export function HelpMenu(props: { onShortcuts: () => void }): ReactNode {
  return (
    <Menu
      align="end"
      trigger={<IconButton label="Help" icon={<CircleHelp className="size-4" />} />}
      sections={[
        {
          id: 'help',
          items: [
            { id: 'docs', label: 'Docs', href: '/docs', icon: <BookOpen /> },
            {
              id: 'shortcuts',
              label: 'Keyboard shortcuts',
              icon: <Keyboard />,
              keys: '?',
              onSelect: props.onShortcuts,
            },
          ],
        },
      ]}
    />
  )
}
