import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { Limits, Script, ScriptEngine } from '@binnacle/scripting'
import { createPathReader, type PathReader } from '@binnacle/scripting/paths'
import type { TaskPool } from '@binnacle/scripting/tasks'
import { textDelimiters } from '../scraper-spec/scripts.ts'

export type Variables = Readonly<Record<string, unknown>>

/** Runs the scripts of a spec. All failures are sentences for people. */
export interface Scripting {
  /** The value of a CEL expression. */
  value(source: string, variables: Variables): Promise<Result<unknown, string>>
  /** Whether a CEL expression is true. Everything but true is false. */
  isTrue(source: string, variables: Variables): Promise<Result<boolean, string>>
  /** Fills a Go template. */
  template(source: string, variables: Variables): Promise<Result<string, string>>
  /** Fills the templates in a text of a spec, in both of their spellings. */
  text(source: string, variables: Variables): Promise<Result<string, string>>
  /** Runs the script of a transform, which may take longer and give more than others. */
  transform(script: Script, variables: Variables): Promise<Result<unknown, string>>
  paths: PathReader
}

/** Limits of a transform, which gets whole documents of sources. */
const transformLimits: Partial<Limits> = {
  timeoutMilliseconds: 5_000,
  memoryBytes: 96 * 1_024 * 1_024,
  steps: 10_000_000,
  outputCharacters: 20_000_000,
}

/** @param secrets of the spec, which no message may show */
export function createScripting(
  engine: ScriptEngine,
  tasks: TaskPool,
  secrets: readonly string[],
): Scripting {
  async function evaluate(
    script: Script,
    variables: Variables,
    limits?: Partial<Limits>,
  ): Promise<Result<{ text: string; value: unknown }, string>> {
    // Secrets in results are masked with digests later; a redacted one could not be seen as changed.
    // A path begins at the document.
    const document = script.language === 'jsonpath' ? { document: variables['config'] } : {}
    const environment = { variables, ...document, secrets, keepSecrets: true }
    const done = await engine.evaluate(script, environment, limits)
    if (done.ok) return done
    const { message, line, column } = done.failure
    return fail(`${message} (line ${line}, column ${column})`)
  }
  const scripting: Scripting = {
    paths: createPathReader(tasks),
    async value(source, variables) {
      const done = await evaluate({ language: 'cel', source }, variables)
      return done.ok ? succeed(done.value.value) : done
    },
    async isTrue(source, variables) {
      const done = await scripting.value(source, variables)
      return done.ok ? succeed(done.value === true) : done
    },
    async template(source, variables) {
      const done = await evaluate({ language: 'template', source }, variables)
      return done.ok ? succeed(done.value.text) : done
    },
    async text(source, variables) {
      let text = source
      for (const delimiters of textDelimiters) {
        if (!source.includes(delimiters[0])) continue
        const done = await evaluate({ language: 'template', source: text, delimiters }, variables)
        if (!done.ok) return done
        text = done.value.text
      }
      return succeed(text)
    },
    async transform(script, variables) {
      const done = await evaluate(script, variables, transformLimits)
      return done.ok ? succeed(done.value.value) : done
    },
  }
  return scripting
}
