import { type Result, succeed } from '@binnacle/contract/core'
import { type Json, parseBoundedJson, type RunContext } from '@binnacle/plugin-kit/core'
import { documentsOf } from '@binnacle/clients/documents/read'

/**
 * The document of a text, by the format that a spec names.
 * @param format json, yaml or properties; any other is stored with the text
 */
export async function documentOf(
  config: Json,
  format: string | undefined,
  context: Pick<RunContext, 'work'>,
): Promise<Result<Json, string>> {
  if (typeof config !== 'string') return succeed(config)
  if (format === undefined || format === '') {
    const parsed = /^\s*[[{]/.test(config) ? parseBoundedJson(config) : undefined
    return succeed(parsed?.ok === true ? parsed.value : config)
  }
  const known = format.toLowerCase()
  if (known !== 'json' && known !== 'yaml' && known !== 'properties')
    return succeed({ format, content: config })
  const read = await documentsOf({ text: config, format: known }, context)
  if (!read.ok) return read
  const [first = null, ...others] = read.value
  return succeed(others.length === 0 ? first : read.value)
}
