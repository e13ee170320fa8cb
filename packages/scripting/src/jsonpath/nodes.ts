import { fail, type Result, succeed } from '@binnacle/contract/core'
import type { JSONValue } from 'json-p3'
import { createBudget } from '../budget.ts'
import { failureOf } from '../failure.ts'
import { defaultLimits, type Limits } from '../limits.ts'
import { weightOf } from '../weight.ts'
import type { Task, TaskPool } from '../worker/tasks.ts'
import { compilePath, type JsonNode } from './query.ts'

/** Finds all values of a path in a document, with their places. @returns what is wrong with the path, if something is */
export type PathReader = (source: string, document: unknown) => Promise<Result<JsonNode[], string>>

interface PathInput {
  source: string
  document: unknown
}

/** Documents of sources are larger than what scripts of checks read. */
const limits: Limits = { ...defaultLimits, timeoutMilliseconds: 5_000, steps: 5_000_000 }
/** Most weight of a document in which a path that visits many values is read in this thread. */
const LIGHT = 50_000

const nodesTask: Task<PathInput, Result<JsonNode[], string>> = {
  module: new URL('nodes.ts', import.meta.url),
  name: 'findNodes',
  milliseconds: 6_000,
}

function isJson(value: unknown): value is JSONValue {
  return value !== undefined
}

/** The task of the worker. @public A worker loads it by its name. */
export function findNodes({ source, document }: PathInput): Result<JsonNode[], string> {
  try {
    return succeed(isJson(document) ? compilePath(source).nodes(document, createBudget(limits)) : [])
  } catch (error) {
    return fail(failureOf(error).message)
  }
}

function isLight({ source, document }: PathInput): boolean {
  try {
    const path = compilePath(source)
    return !path.heavy && (!path.visitsMany || weightOf(document, LIGHT) <= LIGHT)
  } catch {
    return true
  }
}

/** @param tasks where paths are read that may visit values more often than there are */
export function createPathReader(tasks: TaskPool): PathReader {
  return async (source, document) => {
    const input = { source, document }
    if (isLight(input)) return findNodes(input)
    const found = await tasks.run(nodesTask, input)
    return found.ok ? found.value : fail(found.failure.message)
  }
}
