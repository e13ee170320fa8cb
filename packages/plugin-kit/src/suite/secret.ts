/** The secret that the suites put into specs. */
export const SECRET = 'sw0rdfish-secret'
/** Stands where a secret holds another one, such as an address with a password. */
export const SECRET_PLACE = '{secret}'

/** A secret field with the secret in it. */
export function withSecret(text: string): string {
  return text.includes(SECRET_PLACE) ? text.replaceAll(SECRET_PLACE, SECRET) : SECRET
}
