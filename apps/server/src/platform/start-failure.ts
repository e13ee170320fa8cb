/** Why the product cannot start. Its message is a sentence for the operator. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
