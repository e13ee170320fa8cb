/** Values as the parameters of a request; those without a value are left out. */
export function parametersOf(
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return new URLSearchParams(given).toString()
}
