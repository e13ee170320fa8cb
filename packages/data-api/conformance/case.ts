/**
 * One request and what must be answered. The cases are data: they hold no code, so that every case can be read,
 * counted and run by itself.
 */
export interface Case {
  title: string
  /** GET when absent. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** Relative to the root of the service, percent-encoded where a client would. */
  path: string
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON with content-type application/json; raw bodies go into `text`. */
  body?: unknown
  /** Raw body, with its content-type in `headers`. */
  text?: string
  /** Options of the service beyond its defaults. */
  options?: Readonly<Record<string, unknown>>
  /** The data of the fixture is loaded again after this case. */
  writes?: true
  answer: {
    status: number
    /** Exact values; null: the header must be absent. */
    headers?: Readonly<Record<string, string | null>>
    /** Deep equal with the parsed JSON body. */
    body?: unknown
    /** The parsed JSON body holds at least this. */
    includes?: unknown
    /** Exact text of the body. */
    text?: string
  }
  /** A GET after the case, before the data is loaded again, and its JSON body. */
  afterwards?: { path: string; body: unknown }
  /** The documentation page and heading that says so. */
  source: string
}
