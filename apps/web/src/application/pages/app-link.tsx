import type { LinkProps } from '@binnacle/ui'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigation } from './use-navigation.ts'

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** A link that opens a page without reloading the application. */
export function AppLink({ href, onClick, children, ...attributes }: LinkProps): ReactNode {
  const navigation = useNavigation()
  return (
    <a
      {...attributes}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event) || attributes.target !== undefined) return
        event.preventDefault()
        navigation.push(href)
      }}
    >
      {children}
    </a>
  )
}
