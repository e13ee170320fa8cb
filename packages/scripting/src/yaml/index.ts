export { yamlLimits, type YamlProblem } from './limits.ts'
export type { ReadDocument, YamlPlace } from './read.ts'
export { createYamlReader, type YamlReader } from './reader.ts'
