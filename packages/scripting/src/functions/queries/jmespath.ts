import { createRequire } from 'node:module'
import { ScriptFailure } from '../../failure.ts'
import { toJson } from '../../values.ts'
import type { Runtime } from '../definition.ts'

interface Jmespath {
  search(data: unknown, expression: string): unknown
}

function isJmespath(module: unknown): module is Jmespath {
  return typeof module === 'object' && module !== null && 'search' in module
}

let loaded: Jmespath | undefined

/** Loaded with the first expression, because most processes never use it. */
function library(): Jmespath {
  if (loaded !== undefined) return loaded
  const module: unknown = createRequire(import.meta.url)('@jmespath-community/jmespath')
  if (!isJmespath(module)) throw new ScriptFailure('unavailable', 'JMESPath is not installed')
  loaded = module
  return loaded
}

/**
 * Runs a JMESPath expression on a value.
 * @returns what it finds, null when that is nothing
 * @throws ScriptFailure for a wrong expression or a function that does not take its arguments
 */
export function runJmespath(expression: string, input: unknown, { budget }: Runtime): unknown {
  const jmespath = library()
  const data = toJson(input, budget)
  try {
    return jmespath.search(data, expression)
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new ScriptFailure(
      'arguments',
      `bad JMESPath expression: ${error instanceof Error ? error.message : ''}`,
    )
  }
}
