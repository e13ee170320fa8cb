/** Names of the cookies of the identity service. */
export interface CookieNames {
  session: string
  /** Binds forms to the browser that displays them. */
  form: string
  /** Shows that a person signed in with this browser before. */
  device: string
}

/**
 * Returns the names of the cookies. Over https they start with `__Host-`. Browsers then accept them only from this
 * host, over https and for every path, so that no other host of the domain and no page without TLS can plant one.
 * Cookies without the prefix are ignored there.
 * @param secure whether people reach the product over https
 */
export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? '__Host-' : ''
  return {
    session: `${prefix}binnacle_session`,
    form: `${prefix}binnacle_form`,
    device: `${prefix}binnacle_device`,
  }
}
