/** Writes a header name as Go programs and their scripts do: `Content-Type` for `content-type`. */
function asGoWrites(name: string): string {
  return name.replaceAll(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase())
}

/** Headers for scripts, under their names in lower case and as Go programs write them. */
export function headersForScripts(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = redact(value)
      return [
        [name, text],
        [asGoWrites(name), text],
      ]
    }),
  )
}
