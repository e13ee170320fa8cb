import { v7 } from 'uuid'

/** Creates an id. UUIDv7, so that later rows are sorted and stored after earlier ones. */
export function newId(): string {
  return v7()
}
