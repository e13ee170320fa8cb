/** The nonce that style elements made at run time must carry, from `<meta name="csp-nonce">`; undefined without one. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.content || undefined
}
