/** Whether two values have the same content, whatever the order of their keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const keys = Object.entries(one)
  const others = new Map(Object.entries(other))
  return (
    keys.length === others.size &&
    keys.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}
