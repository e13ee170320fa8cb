import { joinList, splitList } from '@binnacle/contract/text'
import { decodeTriState, encodeTriState, neutralFilter, type TriStateFilter } from './tri-state.ts'

/** Codec of one URL parameter. */
export interface Parameter<Value> {
  /** Value if the parameter is missing. */
  default: Value
  /** Parses a text; undefined if it is invalid. */
  read: (text: string) => Value | undefined
  write: (value: Value) => string
  /** Whether it is free text, in which `all` is an ordinary word. */
  freeText?: true
}

/** The value of an inactive filter. It is never written to the address. */
export const ALL = 'all'

/** A parameter for any text, such as a search. `all` is an ordinary text. */
export function textParameter(fallback = ''): Parameter<string> {
  return { default: fallback, read: (text) => text, write: (value) => value, freeText: true }
}

/**
 * One of a few values.
 * @param options the valid values
 * @param fallback the default: one of them, or `all` for a filter that can be off
 */
export function choiceParameter<Value extends string>(
  options: readonly Value[],
  fallback: Value,
): Parameter<Value> {
  return {
    default: fallback,
    read: (text) => options.find((option) => option === text),
    write: (value) => value,
  }
}

/** One of a few values, or `all`, which removes the parameter. */
export function filterParameter<Value extends string>(
  options: readonly Value[],
): Parameter<Value | typeof ALL> {
  return choiceParameter<Value | typeof ALL>([...options, ALL], ALL)
}

/** Yes or no, written `true` and `false`. */
export function booleanParameter(fallback: boolean): Parameter<boolean> {
  return {
    default: fallback,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    write: String,
  }
}

/** A whole number within bounds. A number outside them is invalid. */
export function integerParameter(options: {
  fallback: number
  minimum?: number
  maximum?: number
}): Parameter<number> {
  const { fallback, minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = options
  return {
    default: fallback,
    read(text) {
      const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      return value >= minimum && value <= maximum ? value : undefined
    },
    write: String,
  }
}

/** Included and excluded values: `Pod:1,Node:-1`. */
export function triStateParameter(fallback = neutralFilter): Parameter<TriStateFilter> {
  return { default: fallback, read: decodeTriState, write: encodeTriState }
}

/** An optional text, such as the id of the open row. */
export function optionalParameter(): Parameter<string | undefined> {
  return {
    default: undefined,
    read: (text) => (text === '' ? undefined : text),
    write: (value) => value ?? '',
    freeText: true,
  }
}

/** Several texts, separated by commas. */
export function listParameter(): Parameter<readonly string[]> {
  return { default: [], read: splitList, write: joinList }
}
