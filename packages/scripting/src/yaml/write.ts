import { stringify } from 'yaml'

export interface WriteInput {
  value: unknown
}

/** A value as YAML text, long lines left as they are. */
export function writeYaml({ value }: WriteInput): string {
  return stringify(value, { lineWidth: 0 })
}
