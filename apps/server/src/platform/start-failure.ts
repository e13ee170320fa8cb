/** A reason why the product cannot start that a person can act on; its message is shown as it is. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
