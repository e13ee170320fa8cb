/** A template as a tree. Offsets are positions in the source, in characters from 0. */

export type Node =
  | { kind: 'text'; text: string; offset: number }
  | { kind: 'action'; pipe: Pipe; offset: number }
  | {
      kind: 'if' | 'with' | 'range'
      pipe: Pipe
      body: readonly Node[]
      otherwise: readonly Node[]
      offset: number
    }
  | { kind: 'template'; name: string; pipe: Pipe | undefined; offset: number }
  | { kind: 'break' | 'continue'; offset: number }

export interface Pipe {
  /** Variables that get the value: one, or two in a range. */
  variables: readonly string[]
  /** `=` rather than `:=`. */
  assigns: boolean
  commands: readonly Command[]
  offset: number
}

export interface Command {
  operands: readonly Operand[]
  offset: number
}

export type Operand =
  | { kind: 'dot'; fields: readonly string[]; offset: number }
  | { kind: 'variable'; name: string; fields: readonly string[]; offset: number }
  /** A function, perhaps behind a namespace, or a variable without its dot: `strings.ToUpper`, `check.name`. */
  | { kind: 'name'; words: readonly string[]; offset: number }
  | { kind: 'constant'; value: unknown; fields: readonly string[]; offset: number }
  | { kind: 'nil'; offset: number }
  | { kind: 'pipe'; pipe: Pipe; fields: readonly string[]; offset: number }

export interface ParsedTemplate {
  root: readonly Node[]
  /** Bodies of `define` and `block`, by name. */
  definitions: ReadonlyMap<string, readonly Node[]>
}
