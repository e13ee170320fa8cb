/** The nonce for style elements created at run time, from `<meta name="csp-nonce">`; undefined if missing, or without a document, as in tests. */
export function cspNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.content || undefined
}
