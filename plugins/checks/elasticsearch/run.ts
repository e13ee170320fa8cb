import type { RunCheck, SearchSpec } from '@binnacle/plugin-kit/checks'
import { runSearch } from '@binnacle/plugin-kit/search'

export const run: RunCheck<SearchSpec> = runSearch
