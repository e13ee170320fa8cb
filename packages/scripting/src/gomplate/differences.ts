/**
 * Where a script gives something else than in gomplate v3 (Flanksource's, which canary-checker uses), and why. The
 * documentation lists them, and the tests hold each of them by at least one case.
 */
export const gomplateDifferences = {
  'null-literal': {
    theirs: '`x == null` is also true where `x` is 0, false or an empty text.',
    ours: '`== null` and `!= null` ask for null only. Two values that are compared still take null as zero.',
    reason: 'A test that asks whether a count is there would fail when it is 0.',
  },
  'type-of-null': {
    theirs: 'Functions give null for null, `type(x)` too.',
    ours: '`type(null)` is `null_type`.',
    reason: 'It is the way of CEL itself to ask for null.',
  },
  'time-field': {
    theirs: 'A field of a time or duration that does not exist is null.',
    ours: 'It is an error.',
    reason: 'No data can ever make it exist, so it is a mistake in the script.',
  },
  status: {
    theirs: '`k8s.getStatus` gives status and message: `Running: `.',
    ours: 'It gives the status alone; the message is `k8s.getMessage`.',
    reason: 'Tests compare it with one word.',
  },
  numbers: {
    theirs: 'A large number of a JSON document prints as `1e+06`, and does not mix with whole numbers.',
    ours: 'It prints in full and mixes with them.',
    reason: 'People read the numbers, and write `json.count * 2`.',
  },
  'short-durations': {
    theirs: '`humanDuration` of 10 seconds is `1`, of 20 minutes `2`.',
    ours: 'They are `10s` and `20m`.',
    reason: 'Theirs cuts every `0s` and `0m` out of the text.',
  },
  midnight: {
    theirs: '`time.InTimeRange` from 22:00 to 06:00 is never true.',
    ours: 'A range whose end is before its start passes midnight.',
    reason: 'Night shifts and maintenance windows do.',
  },
  javascript: {
    theirs: 'An object prints as `[object Object]`.',
    ours: 'It prints as JSON, and so does a list that holds objects.',
    reason: 'Nobody can use the other.',
  },
  base64: {
    theirs: '`base64.decode` gives bytes.',
    ours: 'It gives a text, which `string` takes as well.',
    reason: 'Bytes go into no comparison with a text.',
  },
  'business-hours': {
    theirs: '`in_business_hours` obeys a property of the server, and gives null if the property is missing.',
    ours: 'Monday to Friday, 9:00 to 17:00, in UTC or the zone that is given.',
    reason: 'A script should say what it means.',
  },
  slices: {
    theirs: '`slice` in templates always makes a list of its values.',
    ours: 'With a text or list and places (`slice .name 0 3`) it cuts, as in Go; otherwise it makes a list.',
    reason: 'Both are in use, and what was given tells them apart.',
  },
} as const

export type GomplateDifference = keyof typeof gomplateDifferences
