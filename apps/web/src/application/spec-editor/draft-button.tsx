import { Button } from '@binnacle/ui'
import { Eye, type LucideIcon, Play } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { Preview: Eye, Test: Play } satisfies Record<string, LucideIcon>

/** Tries the draft of a spec before it is saved. */
export function DraftButton(props: {
  label: keyof typeof icons
  running: boolean
  onStart: () => void
}): ReactNode {
  const Icon = icons[props.label]
  return (
    <Button
      icon={<Icon aria-hidden="true" className="size-3.5" />}
      loading={props.running}
      onClick={props.onStart}
    >
      {props.label}
    </Button>
  )
}
