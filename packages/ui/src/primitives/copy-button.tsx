import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useToast } from '../toast/use-toast.ts'
import { copyText } from '../utilities/clipboard.ts'
import type { ButtonSize } from './button-style.ts'
import { IconButton } from './icon-button.tsx'

/**
 * Copies a text to the clipboard and says how it went.
 * @param props.what names the thing for those who listen, for example `endpoint`
 * @param props.copied what is said when it went well
 */
export function CopyButton(props: {
  text: string
  what?: string
  size?: ButtonSize
  copied?: string
}): ReactNode {
  const toasts = useToast()
  return (
    <IconButton
      label={props.what === undefined ? 'Copy' : `Copy ${props.what}`}
      icon={<Copy className="size-3.5" />}
      size={props.size ?? 'small'}
      onClick={() => void copyText(props.text, toasts, props.copied)}
    />
  )
}
