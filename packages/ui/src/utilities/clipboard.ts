import type { Toasts } from '../toast/use-toast.ts'

/**
 * Copies a text and says how it went. Pages that were not loaded over a secure connection have no clipboard.
 * @param copied what is said when it went well
 */
export async function copyText(text: string, toasts: Toasts, copied = 'Copied to clipboard'): Promise<void> {
  // The types promise a clipboard that insecure pages do not have.
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
