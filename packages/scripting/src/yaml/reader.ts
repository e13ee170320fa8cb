import type { Result } from '@binnacle/contract/core'
import { succeed } from '@binnacle/contract/core'
import { weightOf } from '../weight.ts'
import type { Task, TaskFailure, TaskPool } from '../worker/tasks.ts'
import {
  type LocateInput,
  locateYaml,
  type ReadDocument,
  readYaml,
  type YamlInput,
  type YamlPlace,
} from './read.ts'
import { type WriteInput, writeYaml } from './write.ts'

/** Reads and writes YAML of users. Short texts are read at once, others where they hold up nobody. */
export interface YamlReader {
  /** @returns documents with their problems; a failure if there is no worker to read them, or it takes too long */
  read(input: YamlInput): Promise<Result<ReadDocument[], TaskFailure>>
  /** Finds places of paths in a text that was read. */
  locate(input: LocateInput): Promise<Result<YamlPlace[], TaskFailure>>
  /** A value as YAML text. */
  write(input: WriteInput): Promise<Result<string, TaskFailure>>
}

/** Characters that are read in this thread, which takes a few milliseconds. */
const SHORT = 4_096
/** Weight of values that are written in this thread. */
const LIGHT = 500
/** Processor time for the largest text, of a mebibyte; as a rule that is a second. Milliseconds. */
const LONGEST = 5_000

const readTask: Task<YamlInput, ReadDocument[]> = {
  module: new URL('read.ts', import.meta.url),
  name: 'readYaml',
  milliseconds: LONGEST,
}
const locateTask: Task<LocateInput, YamlPlace[]> = {
  module: new URL('read.ts', import.meta.url),
  name: 'locateYaml',
  milliseconds: LONGEST,
}
const writeTask: Task<WriteInput, string> = {
  module: new URL('write.ts', import.meta.url),
  name: 'writeYaml',
  milliseconds: LONGEST,
}

/** @param tasks where long texts are read */
export function createYamlReader(tasks: TaskPool): YamlReader {
  return {
    read: async (input) =>
      input.text.length <= SHORT ? succeed(readYaml(input)) : tasks.run(readTask, input),
    locate: async (input) =>
      input.text.length <= SHORT ? succeed(locateYaml(input)) : tasks.run(locateTask, input),
    write: async (input) =>
      weightOf(input.value, LIGHT) <= LIGHT ? succeed(writeYaml(input)) : tasks.run(writeTask, input),
  }
}
