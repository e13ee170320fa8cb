import { DataError } from '../errors.ts'

/** The preferences of the header `Prefer`. Source: PostgREST 12, Prefer Header. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  handling: 'strict' | 'lenient' | undefined
  transaction: 'commit' | 'rollback' | undefined
  maximumAffected: number | undefined
  timeZone: string | undefined
}

const known = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

function choose<Value extends string>(
  values: readonly Value[],
  wanted: string | undefined,
): Value | undefined {
  return values.find((value) => value === wanted)
}

/**
 * Parses the header. With `handling=strict` unknown preferences are an error, otherwise they are ignored.
 * @param allowTransactions whether clients may choose how the transaction ends
 */
export function parsePrefer(
  header: string | null,
  context: { allowTransactions: boolean; timeZones: ReadonlySet<string> },
): Preferences {
  const given = (header ?? '')
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // The first of several wins.
  const values = new Map<string, string>()
  const invalid: string[] = []
  for (const preference of given) {
    const [name = '', value = ''] = preference.split('=', 2).map((part) => part.trim())
    const choices: readonly string[] | undefined = Object.hasOwn(known, name)
      ? Object.entries(known).find(([key]) => key === name)?.[1]
      : undefined
    const valid =
      choices?.includes(value) === true ||
      (name === 'max-affected' && /^\d{1,9}$/.test(value)) ||
      (name === 'timezone' && context.timeZones.has(value))
    if (!valid) invalid.push(preference)
    else if (!values.has(name)) values.set(name, value)
  }
  const handling = choose(known.handling, values.get('handling'))
  if (handling === 'strict' && invalid.length > 0)
    throw new DataError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${invalid.join(', ')}`,
    })
  const affected = values.get('max-affected')
  return {
    return: choose(known.return, values.get('return')),
    count: choose(known.count, values.get('count')),
    resolution: choose(known.resolution, values.get('resolution')),
    missing: choose(known.missing, values.get('missing')),
    handling,
    transaction: context.allowTransactions ? choose(known.tx, values.get('tx')) : undefined,
    maximumAffected: affected === undefined || handling !== 'strict' ? undefined : Number(affected),
    timeZone: values.get('timezone'),
  }
}

/** The header that lists the followed preferences. @returns undefined if missing */
export function preferenceApplied(applied: Partial<Preferences>): string | undefined {
  const parts = [
    ['resolution', applied.resolution],
    ['missing', applied.missing],
    ['return', applied.return],
    ['count', applied.count],
    ['tx', applied.transaction],
    ['handling', applied.handling],
    ['timezone', applied.timeZone],
    ['max-affected', applied.maximumAffected],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return parts.length === 0 ? undefined : parts.join(', ')
}
