const PREFIX = 'file:'

/** Source of the canaries of a file. */
export function fileSource(path: string): string {
  return PREFIX + path
}

/** The file of a source; undefined for other sources. */
export function filePath(source: string | null): string | undefined {
  return source?.startsWith(PREFIX) === true ? source.slice(PREFIX.length) : undefined
}
