import { fail } from '@binnacle/contract/core'
import type { OpenLogs } from '@binnacle/plugin-kit/logs'
import { findFiles } from './find.ts'
import { searchFiles } from './search.ts'
import type { FileLogsSpec } from './spec.ts'
import { tailFiles } from './tail.ts'

export const open: OpenLogs<FileLogsSpec> = (spec, context) => ({
  async search(query) {
    const { found, problems } = await findFiles(spec, context)
    const [first] = problems
    if (found.length === 0 && first !== undefined) return fail(context.redact(first))
    const searched = await searchFiles(found, query, context)
    if (!searched.ok) return searched
    const { notes, isWhole, ...page } = searched.value
    const missing = problems.map((problem) => context.redact(problem))
    return {
      ok: true,
      value: { ...page, isWhole: isWhole && missing.length === 0, notes: [...missing, ...notes] },
    }
  },
  tail: ({ filter }) => tailFiles(spec, filter, context),
})
