/** Last words of names whose values are secrets. */
const secretName =
  /(?:^|[_.\-\s]|(?<=[a-z0-9]))(?:passw(?:or)?d|passphrase|pwd|secret|token|credentials?|(?:api|access|private|signing|encryption|account|shared|client|auth|secret)[_\-\s]?key|connection[_\-\s]?string|client[_\-\s]?secret)$/i
/** Names that end so and hold no secret. */
const plainName =
  /(?:next|page|continue|continuation|marker|cursor|sync|csrf[_-]?field|image[_-]?pull)[_-]?(?:token|secret)$|public[_-]?key$|ref$|name$/i
/** Whether a value of this name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !plainName.test(name)
}
