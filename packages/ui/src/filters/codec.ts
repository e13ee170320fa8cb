import { ALL, type Parameter } from './parameter.ts'

/** A parameter for each value of a page or table. */
export type ParametersOf<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> }

/** Parses and writes the URL parameters of one page or table. */
export interface FilterCodec<Values> {
  defaults: Values
  /** Parses the values of an address. Missing and invalid parameters get their default. */
  parse: (search: URLSearchParams) => Values
  /**
   * Returns the parameters of these values. Defaults and the value `all` are omitted; parameters of others stay
   * unchanged.
   * @param search the current parameters; not modified
   */
  serialize: (values: Values, search?: URLSearchParams) => URLSearchParams
  /** Returns the names of the values that differ from their defaults. */
  changed: (values: Values) => readonly (keyof Values & string)[]
}

/** The values of a codec. */
export type ValuesOf<Codec> = Codec extends FilterCodec<infer Values> ? Values : never

/**
 * Defines the URL parameters of a page or table.
 * @param parameters one for each value
 * @param prefix prefix of each parameter name, so that two tables on a page do not share parameters
 * @example
 * const codec = defineFilters({
 *   view: choiceParameter(['table', 'graph'] as const, 'table'),
 *   outgoing: booleanParameter(true),
 * })
 */
export function defineFilters<Values extends object>(
  parameters: ParametersOf<Values>,
  prefix = '',
): FilterCodec<Values> {
  const names = namesOf(parameters)

  function isComplete(candidate: object): candidate is Values {
    return names.every((name) => Object.hasOwn(candidate, name))
  }

  function collect(valueOf: <Name extends keyof Values>(name: Name) => Values[Name]): Values {
    const values = Object.fromEntries(names.map((name) => [name, valueOf(name)]))
    if (!isComplete(values)) throw new TypeError('a parameter has no value')
    return values
  }

  function read<Name extends keyof Values>(name: Name, text: string | null): Values[Name] {
    const parameter = parameters[name]
    if (text === null || (text === ALL && parameter.freeText !== true)) return parameter.default
    return parameter.read(text) ?? parameter.default
  }

  /** Returns the text of a value; undefined for the default, which is not written. */
  function write<Name extends keyof Values>(name: Name, value: Values[Name]): string | undefined {
    const parameter = parameters[name]
    const text = parameter.write(value)
    return text === parameter.write(parameter.default) ? undefined : text
  }

  return {
    defaults: collect((name) => parameters[name].default),
    parse: (search) => collect((name) => read(name, search.get(prefix + String(name)))),
    serialize(values, search = new URLSearchParams()) {
      const result = new URLSearchParams(search)
      for (const name of names) {
        const text = write(name, values[name])
        if (text === undefined) result.delete(prefix + name)
        else result.set(prefix + name, text)
      }
      return result
    },
    changed: (values) => names.filter((name) => write(name, values[name]) !== undefined),
  }
}

/** Returns the keys of a set of parameters, typed, unlike Object.keys. */
function namesOf<Parameters extends object>(parameters: Parameters): readonly (keyof Parameters & string)[] {
  const isName = (key: string): key is keyof Parameters & string => Object.hasOwn(parameters, key)
  return Object.keys(parameters).filter(isName)
}
