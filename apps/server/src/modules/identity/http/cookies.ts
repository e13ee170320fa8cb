/** Names of the cookies of the identity service. */
export interface CookieNames {
  session: string
  /** Binds forms to the browser that they were shown to. */
  form: string
  /** Shows that somebody signed in with this browser before. */
  device: string
}

/**
 * The names of the cookies. Over https they begin with `__Host-`: browsers then take them from this host only, over
 * https and for every path, so that no other host of the domain and no plain-text page can plant one. Cookies without
 * the prefix are ignored there.
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
