import { own } from '../values.ts'

/**
 * Results of functions that are structs in gomplate, whose fields templates write with a capital letter
 * (`(semver .version).Prerelease`). Only these: an object of data has exactly the keys that it has.
 */
const structs = new WeakSet<object>()

/** Marks an object whose fields may be written with a capital letter. */
export function asStruct<Value extends object>(value: Value): Value {
  structs.add(value)
  return value
}

/** A field of an object, by the exported name of Go where the object is a struct there. */
export function fieldOf(value: object, name: string): unknown {
  const found = own(value, name)
  if (found !== undefined || !structs.has(value)) return found
  return own(
    value,
    name === name.toUpperCase() ? name.toLowerCase() : name.slice(0, 1).toLowerCase() + name.slice(1),
  )
}
