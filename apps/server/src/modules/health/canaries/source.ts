const PREFIX = 'file:'

/** Source of the canaries of a file. */
export function fileSource(path: string): string {
  return PREFIX + path
}

/** The file that a canary of this source comes from; undefined when it comes from none. */
export function filePath(source: string | null): string | undefined {
  return source?.startsWith(PREFIX) === true ? source.slice(PREFIX.length) : undefined
}
