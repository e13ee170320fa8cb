/** What jq.ts uses of the engine's WebAssembly, whose types come only with those of browsers. */
declare namespace WebAssembly {
  /** Compiled code; nothing reads its fields. */
  type Module = object
  type Imports = Record<string, Record<string, unknown>>
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>
  }
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  const Instance: new (module: Module, imports?: Imports) => Instance
  const Memory: new (limits: { initial: number }) => Memory
  const RuntimeError: new (message?: string) => Error
  function compile(bytes: Uint8Array): Promise<Module>
}
