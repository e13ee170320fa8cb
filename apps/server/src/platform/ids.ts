import { v7 } from 'uuid'

/** A new id. UUIDv7, so that rows made later sort and are stored after earlier ones. */
export function newId(): string {
  return v7()
}
