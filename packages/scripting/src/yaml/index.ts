export { createYamlReader, type YamlReader } from './reader.ts'
