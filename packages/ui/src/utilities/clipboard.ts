import type { Toasts } from '../toast/use-toast.ts'

/**
 * Copies a text and reports success or failure in a toast. It fails on pages loaded over an insecure connection,
 * which have no clipboard.
 * @param copied text of the toast after success
 */
export async function copyText(text: string, toasts: Toasts, copied = 'Copied to clipboard'): Promise<void> {
  // The types promise a clipboard, but insecure pages have none.
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard === undefined) {
    toasts.error('Clipboard not available')
    return
  }
  try {
    await clipboard.writeText(text)
    toasts.success(copied)
  } catch {
    toasts.error('Failed to copy to clipboard')
  }
}
