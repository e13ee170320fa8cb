/** The nonce for style elements created at run time, from `<meta name="csp-nonce">`; undefined if missing. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.content || undefined
}
