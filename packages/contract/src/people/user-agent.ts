/** Browsers by a pattern of their user agent. The first match counts, because some browsers name others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** Describes a user agent: `Firefox on Linux`. */
export function describeUserAgent(text: string | undefined): string {
  if (text === undefined || text === '') return 'Unknown browser'
  const browser = nameIn(browsers, text) ?? text.split(/[\s/]/)[0] ?? 'Unknown browser'
  const system = nameIn(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
