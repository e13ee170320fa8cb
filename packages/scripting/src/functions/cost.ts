import type { FunctionDefinition } from './definition.ts'

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}

/**
 * Functions whose time is proportional to their arguments, with a small factor. `call` charges for the size of
 * arguments before they run, so few steps bound their cost. Scripts that call other functions run in a worker. A
 * function that nobody has reviewed is not in this list.
 */
export const proportionalFunctions = words(`
  toJSON JSON JSONArray keys values omit pick sum min max first last slice coalesce default ternary
  coll.Has coll.Append coll.Prepend coll.Dict coll.Slice seq conv.Join toUpper toLower title trimSpace
  strings.Trim trim trimLeft trimRight trimPrefix trimSuffix strings.Contains contains hasPrefix hasSuffix
  strings.HasPrefix strings.HasSuffix strings.Split split splitN replaceAll replace repeat charAt reverse abbrev runeCount format quote squote
  shellQuote urlencode urldecode base64.Encode base64.Decode uuid.V4 uuid.Nil uuid.IsValid
  filepath.Base filepath.Dir filepath.Ext filepath.Clean filepath.Join filepath.IsAbs filepath.Split
  time.Now time.Since time.Until Age Duration HumanDuration time.Unix time.Add time.Hour time.Minute
  time.Second milliseconds goDuration fromMillis math.Add math.Sub math.Mul math.Div math.Rem math.Pow
  math.Abs math.Ceil math.Floor math.Round math.Trunc math.Sqrt math.sign math.isNaN math.isInf
  math.IsInt conv.ToInt conv.ToFloat64 conv.ToBool conv.ToString HumanSize fromSI fromMillicores
  random.Number random.Item random.Alpha random.AlphaNum random.ASCII and or not eq ne lt le gt ge len
  index print printf println html js urlquery call
  sets.contains sets.equivalent sets.intersects range isSorted Append Prepend Dict strings.SplitN startsWith endsWith trunc
  filepath.Rel filepath.ToSlash filepath.VolumeName uuid.V1 uuid.Parse aws.arnToMap url isURL getScheme getHost
  getHostname getPort getEscapedPath getQuery net.IsValidIP net.ContainsCIDR net.ParseIP net.ParseIPPrefix
  net.ParseIPRange net.CIDRHost net.CIDRNetmask net.LookupIP math.bitAnd math.bitOr math.bitXor math.bitNot
  math.bitShiftLeft math.bitShiftRight math.isFinite math.IsFloat math.IsNum conv.ParseInt conv.ParseUint
  conv.ParseFloat conv.Atoi conv.ToBools conv.ToInts conv.ToFloat64s conv.ToStrings random.Float test.Assert
  test.Fail test.Required test.Kind test.IsKind test.Ternary time.ParseDateTime time.Millisecond time.Microsecond
  time.Nanosecond time.ANSIC time.UnixDate time.RubyDate time.RFC822 time.RFC822Z time.RFC850 time.RFC1123
  time.RFC1123Z time.RFC3339 time.RFC3339Nano time.Kitchen time.Stamp time.StampMilli time.StampMicro
  time.StampNano time.DateTime time.DateOnly time.TimeOnly
`)

/** Whether few steps of the budget bound the cost of a function. */
export function isProportional({ name }: FunctionDefinition): boolean {
  return proportionalFunctions.has(name)
}

/** CEL's own functions, which nothing charges for. Their cost and result are no larger than their arguments. */
export const celProportional = words(`
  has size startsWith endsWith lowerAscii upperAscii trim substring int uint double string bool dyn
  type timestamp duration getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear
  getHours getMinutes getSeconds getMilliseconds optional.of optional.none hasValue orValue or value
`)

/** CEL's own functions that search a text. Proportional if the searched text is a short constant. */
export const celSearches: ReadonlySet<string> = new Set(['contains', 'indexOf', 'lastIndexOf'])
export const SHORT_SEARCH = 64

/** Characters that cost as much as one step. */
const CHARACTERS_PER_STEP = 64
const ITEMS_PER_STEP = 16

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.length * (CHARACTERS_PER_STEP / ITEMS_PER_STEP)
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0
  return value instanceof Uint8Array
    ? value.length
    : Object.keys(value).length * (CHARACTERS_PER_STEP / ITEMS_PER_STEP)
}

/**
 * Steps that a call costs for the size of its arguments. A search may compare one text with each position of another.
 */
export function stepsFor(values: readonly unknown[]): number {
  let size = 0
  let longest = 0
  let second = 0
  for (const value of values) {
    size += sizeOf(value)
    const length = typeof value === 'string' ? value.length : 0
    if (length > longest) [longest, second] = [length, longest]
    else if (length > second) second = length
  }
  return Math.floor((size + longest * (second >> 7)) / CHARACTERS_PER_STEP)
}
