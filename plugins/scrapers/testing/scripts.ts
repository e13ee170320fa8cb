import { fail, succeed } from '@binnacle/contract/core'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import { createScriptEngine } from '@binnacle/scripting'

/** Expressions and templates as the product runs them. Close it when the tests end. */
export function openScripts(): Pick<ScrapeContext, 'expression' | 'template'> & {
  close: () => Promise<void>
} {
  const engine = createScriptEngine({ now: () => new Date() })
  return {
    async expression(source, variables) {
      const found = await engine.evaluate({ language: 'cel', source }, { variables })
      return found.ok ? succeed(JSON.parse(JSON.stringify(found.value.value))) : fail(found.failure.message)
    },
    async template(source, variables) {
      const found = await engine.evaluate({ language: 'template', source }, { variables, keepSecrets: true })
      return found.ok ? succeed(found.value.text) : fail(found.failure.message)
    },
    close: () => engine.close(),
  }
}
