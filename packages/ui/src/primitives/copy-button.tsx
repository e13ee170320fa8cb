import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useToast } from '../toast/use-toast.ts'
import { copyText } from '../utilities/clipboard.ts'
import type { ButtonSize } from './button-style.ts'
import { IconButton } from './icon-button.tsx'

/**
 * Button that copies a text to the clipboard and reports the outcome in a toast.
 * @param props.what name of the text for screen readers, for example `endpoint`
 * @param props.copied text of the toast after success
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
