import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../check.ts'
import { createScriptEngine } from '../engine.ts'
import { functionGroups } from './registry.ts'

/** What the functions that other products have too give, by family, with the values that those document. */
const engine = createScriptEngine({
  now: () => new Date('2024-05-01T12:34:56.789Z'),
  seed: () => [1, 2, 3, 4],
})
afterAll(() => engine.close())

const variables = {
  rows: [
    { name: 'a', size: 3 },
    { name: 'b', size: 7 },
  ],
  at: new Date('2024-05-01T10:00:00Z'),
  words: ['x', 'y'],
  count: 2n,
}

async function evaluate(language: 'cel' | 'template' | 'javascript', source: string) {
  const result = await engine.evaluate({ language, source }, { variables })
  return result.ok ? result.value.text : `${result.failure.code} ${result.failure.message}`
}

const families: Readonly<Record<string, readonly (readonly [source: string, printed: unknown])[]>> = {
  times: [
    ['time.ParseDateTime("2024-02-30") == null', 'true'],
    ['time.ParseDateTime("soon") == null && time.ParseDateTime("") == null', 'true'],
    ['string(time.ParseDateTime("2024-04-30"))', '2024-04-30T00:00:00Z'],
    ['string(time.ParseDateTime("2024-04-30T12:30:00.25+02:00"))', '2024-04-30T10:30:00.250Z'],
    ['string(time.ParseDateTime("2024-04-30 12:30:00 CET"))', '2024-04-30T12:30:00Z'],
    ['string(time.ParseDateTime("1714521600"))', '2024-05-01T00:00:00Z'],
    ['string(time.ParseDateTime("1714521600000"))', '2024-05-01T00:00:00Z'],
    ['string(time.ParseDateTime("now-1d/d"))', '2024-04-30T00:00:00Z'],
    ['string(time.ParseDateTime("now/w"))', '2024-04-29T00:00:00Z'],
    ['string(time.ParseDateTime("now/M"))', '2024-05-01T00:00:00Z'],
    ['string(time.ParseDateTime("now/y+1h"))', '2024-01-01T01:00:00Z'],
    ['string(time.ParseDateTime("2014-11-18||+1M/M"))', '2014-12-01T00:00:00Z'],
    ['time.ParseDateTime("now-1x") == null', 'true'],
    ['time.ParseDateTime(at) == at', 'true'],
    ['time.Format(at, time.RFC3339)', '2024-05-01T10:00:00Z'],
    ['time.Format(at, time.RFC822)', '01 May 24 10:00 UTC'],
    ['time.Format(at, time.RFC850)', 'Wednesday, 01-May-24 10:00:00 UTC'],
    ['time.Format(at, time.ANSIC)', 'Wed May  1 10:00:00 2024'],
    ['time.Format(time.Now(), time.StampMilli)', 'May  1 12:34:56.789'],
    ['time.Format(at, time.DateTime + " " + time.Kitchen)', '2024-05-01 10:00:00 10:00AM'],
    ['time.Parse(time.RFC1123Z, "Wed, 01 May 2024 12:00:00 +0200") == at', 'true'],
    ['time.Millisecond(1500) == duration("1.5s")', 'true'],
    ['time.Nanosecond(1500000000) > time.Second(1)', 'true'],
  ],
  folds: [
    ['[1, 2, 3].fold(e, acc, acc + e)', '6'],
    ['[1.5, 2.5].fold(e, acc, acc + e)', '4'],
    ['["a", "b"].fold(e, acc, acc + e)', 'ab'],
    ['[[1, 2], [3]].fold(l, all, all + l)', '[1 2 3]'],
    ['{"b": "2", "a": "1"}.fold(k, v, acc, acc + k + v)', 'a1b2'],
    ['rows.map(r, r.size).fold(s, most, s > most ? s : most)', '7'],
    ['[1, 2].fold(a, x, x + a * [10, 20].fold(b, y, y + b * a))', '150'],
    ['[].fold(e, acc, acc + e)', ''],
    ['rows.fold(r, last, r.name)', 'b'],
    ['[1].fold(e, e, e)', 'arguments the names of a fold differ from each other'],
    ['count.fold(e, acc, acc)', 'type fold goes over a list'],
    ['words.fold(k, v, acc, acc)', 'type fold with a key goes over an object'],
  ],
  sets: [
    ['sets.contains([], [])', 'true'],
    ['sets.contains([], [1])', 'false'],
    ['sets.contains([1, 2, 3], [2, 3])', 'true'],
    ['sets.contains(["1"], [1])', 'false'],
    ['sets.contains([{"a": [1]}], [{"a": [1]}])', 'true'],
    ['sets.equivalent([], [])', 'true'],
    ['sets.equivalent([1], [1, 1])', 'true'],
    ['sets.equivalent([1, 2, 3], [3u, 2.0, 1])', 'true'],
    ['sets.intersects([1], [])', 'false'],
    ['sets.intersects(words, ["y", "z"])', 'true'],
  ],
  lists: [
    ['range(5)', '[0 1 2 3 4]'],
    ['range(2, 5)', '[2 3 4]'],
    ['range(0, 10, 4)', '[0 4 8]'],
    ['range(3, 0, -1)', '[3 2 1]'],
    ['range(3, 0)', '[]'],
    ['range(0, 3, 0)', 'arguments range: a step of 0 never arrives'],
    ['lists.range(3)', '[0 1 2]'],
    ['[1, 2.5, 2.5].isSorted()', 'true'],
    ['[2, 1].isSorted()', 'false'],
    ['[].isSorted()', 'true'],
    ['[1, "a"].isSorted()', expect.stringContaining('arguments isSorted: ')],
    ['Append(3, [1, 2])', '[1 2 3]'],
    ['Prepend(0, [1])', '[0 1]'],
    ['Dict(["a", "b", "c"])', 'map[a:b c:]'],
    ['Sort("hello")', 'ehllo'],
    ['strings.Sort(["b", "a"])', '[a b]'],
    // One list stands for several values.
    ['math.Add([1, 2, 3])', '6'],
    ['math.Add(1, 2, 3)', '6'],
    ['math.Mul([1, 2, 3, 4])', '24'],
    ['math.Seq([1, 6, 2])', '[1 3 5]'],
    ['random.Number(["12", "12"])', '12'],
    ['conv.ToInts(["1", "2.9"])', '[1 2]'],
    ['math.Add([])', 'arguments math.Add: expected numbers'],
  ],
  networks: [
    ['net.ContainsCIDR("10.0.0.0/8", "10.255.255.255")', 'true'],
    ['net.ContainsCIDR("10.0.0.0/8", "192.168.1.1")', 'false'],
    ['net.ContainsCIDR("10.0.0.0/8", "::ffff:10.1.2.3")', 'true'],
    ['net.ContainsCIDR("2001:db8::/32", "2001:db9::1")', 'false'],
    ['net.ContainsCIDR("2001:db8::/32", "2001:db8::1")', 'true'],
    ['net.ContainsCIDR("0.0.0.0/0", "255.1.2.3")', 'true'],
    ['net.ContainsCIDR("bad", "10.0.0.1") || net.ContainsCIDR("10.0.0.0/8", "")', 'false'],
    ['net.ContainsCIDR("10.0.0.0/33", "10.0.0.1")', 'false'],
    ['net.IsValidIP("0.0.0.0") && net.IsValidIP("::1")', 'true'],
    ['net.IsValidIP("10.0.0") || net.IsValidIP("256.0.0.1") || net.IsValidIP("010.0.0.1")', 'false'],
    ['net.IsValidIP("fe80::1%eth0")', 'false'],
    ['net.ParseIP("2001:DB8::0001")', '2001:db8::1'],
    ['net.ParseIPPrefix("192.168.5.9/20").from', '192.168.0.0'],
    ['net.ParseIPPrefix("192.168.5.9/20").to', '192.168.15.255'],
    ['net.CIDRNetmask("10.0.0.0/12")', '255.240.0.0'],
    ['net.CIDRHost(-1, "10.0.0.0/24")', '10.0.0.255'],
    ['net.CIDRHost(256, "10.0.0.0/24")', 'arguments net.CIDRHost: a network of /24 has no address 256'],
    ['net.CIDRSubnets(2, "10.0.0.0/16")', '[10.0.0.0/18 10.0.64.0/18 10.0.128.0/18 10.0.192.0/18]'],
    ['net.CIDRSubnets(30, "::/0")', 'arguments net.CIDRSubnets: expected 1 to 12 bits, got 30'],
    ['net.CIDRSubnetSizes(8, 4, "10.0.0.0/8")', '[10.0.0.0/16 10.16.0.0/12]'],
    [
      'net.CIDRSubnetSizes(1, 1, 1, "10.0.0.0/8")',
      'arguments net.CIDRSubnetSizes: the subnets do not fit into /8',
    ],
    [
      'net.LookupTXT("example.com")',
      'evaluation scripts make no connections; use a DNS check to look names up',
    ],
  ],
  urls: [
    ['url("https://example.com/").getHost()', 'example.com'],
    ['url("https://me:pw@example.com:443/a/b?x=1#f").Hostname', 'example.com'],
    ['url("https://me:pw@example.com:443/a/b?x=1#f").Port', '443'],
    ['url("https://me:pw@example.com:443/a/b?x=1#f").RawQuery', 'x=1'],
    ['url("https://me:pw@example.com").Redacted', 'https://me:xxxxx@example.com'],
    ['url("https://[::1]:80/").getHostname()', '::1'],
    ['url("/a/b").getEscapedPath()', '/a/b'],
    ['getQuery("https://example.com/?k=v&k=w&l=x%20y").l[0]', 'x y'],
    ['isURL("https://example.com") && isURL("/path")', 'true'],
    ['isURL("example") || isURL("https://a b") || isURL("")', 'false'],
    ['url("https://a b")', 'arguments url: "https://a b" is not a URL; write it as https://example.com/path'],
  ],
  identifiers: [
    ['uuid.V1() != uuid.Nil() && uuid.IsValid(uuid.V1())', 'true'],
    ['uuid.V1().matches("^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")', 'true'],
    ['uuid.Parse("URN:UUID:2A42E576-C308-4DB9-8525-0513AF307586")', '2a42e576-c308-4db9-8525-0513af307586'],
    ['uuid.Parse("2a42e576")', 'arguments uuid.Parse: "2a42e576" is not an identifier (UUID)'],
    ['crypto.SHA512_256("abc")', '53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23'],
    ['crypto.SHA1Bytes("hello").hex()', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
    ['aws.arnToMap("arn:aws:iam::123:role/a:b").resource', 'role/a:b'],
    [
      'aws.arnToMap("arn:aws")',
      'arguments aws.arnToMap: "arn:aws" is not an ARN; write it as arn:aws:sns:eu-west-1:123:orders',
    ],
  ],
  paths: [
    ['filepath.Match("*.txt", "foo.json")', 'false'],
    ['filepath.Match("a/*/c", "a/b/c")', 'true'],
    ['filepath.Match("a*", "a/b")', 'false'],
    ['filepath.Match("a?[b-d]", "axc")', 'true'],
    ['filepath.Match("a[^b]", "ab")', 'false'],
    ['filepath.Match("a.b", "axb")', 'false'],
    [String.raw`filepath.Match(r"\*", "*")`, 'true'],
    ['filepath.Match("[a", "a")', 'arguments filepath.Match: bad pattern "[a"'],
    ['filepath.Rel("/foo/bar", "/foo/bar/baz")', 'baz'],
    ['filepath.Rel("a", "a")', '.'],
    ['filepath.Rel("a", "/a")', 'arguments filepath.Rel: no path leads from a to /a'],
    ['filepath.FromSlash("/a/b")', '/a/b'],
  ],
  numbers: [
    ['conv.ParseInt("-7f", 16, 64)', '-127'],
    ['conv.ParseInt("0b101", 0)', '5'],
    ['conv.ParseInt("200", 10, 8)', 'arguments conv.ParseInt: 200 has more than 8 bits'],
    ['conv.ParseInt("9", 8)', 'arguments conv.ParseInt: "9" is not a whole number of base 8'],
    ['conv.ParseUint("FFFFFFFFFFFFFFFF", 16, 64)', '18446744073709551615'],
    ['conv.ParseUint("-1")', 'arguments conv.ParseUint: "-1" is not a whole number of base 10'],
    ['conv.Atoi("42") + 1', '43'],
    ['math.bitOr(5, 3) + math.bitXor(5, 3) + math.bitAnd(5, 3)', '14'],
    ['math.bitShiftLeft(5, 1) + math.bitShiftRight(10, 1)', '15'],
    ['math.bitShiftLeft(1, 200)', '0'],
    ['math.bitShiftLeft(1, -1)', 'arguments math.bitShiftLeft: cannot shift by -1 places'],
    ['math.IsFinite(5.0) && !math.IsInf(5.0) && !math.IsNaN(5.0)', 'true'],
    ['math.Sign(-5) == -1', 'true'],
    ['math.IsNum("1e3") && math.IsFloat("1e3") && !math.IsFloat("3")', 'true'],
    ['random.String(3, ["q", "q"])', 'qqq'],
    ['random.String(4, []).size()', '4'],
    ['random.String(9).matches("^[a-zA-Z0-9_.-]{9}$")', 'true'],
    ['random.Float(1, 2) >= 1.0 && random.Float() < 1.0', 'true'],
    ['random.Float(2, 1)', 'arguments random.Float: no number lies from 2 to 1'],
  ],
  texts: [
    ['YAMLArray("- name\\n")[0]', 'name'],
    ['YAMLArray("a: 1")', 'evaluation the YAML holds an object, not a list'],
    ['CSVByRow(["sn,name", "1,Alice"])[0].name', 'Alice'],
    ['data.CSVByRow("a,b\\n1,2")[0].b', '2'],
    ['CSVByColumn("a,b\\n1,2\\n3").b', '[2 ]'],
    ['"héllo".trunc(2)', 'hé'],
    ['strings.SplitN("a,b,c", ",", -1)', '[a b c]'],
    ['regexp.ReplaceLiteral("a.", "$0", "a.b c.d ax")', '$0b c.d $0'],
    ['base64.DecodeBytes("AP8=").size()', '2'],
    [
      'test.Kind("a") + test.Kind(1) + test.Kind(1.5) + test.Kind({}) + test.Kind(null)',
      'stringintfloat64mapinvalid',
    ],
    ['test.IsKind("number", 1.5)', 'true'],
    ['test.Fail("no luck")', 'evaluation no luck'],
    ['test.Assert("too few", size(rows) > 5)', 'evaluation assertion failed: too few'],
    ['test.Required("")', 'evaluation a required value is missing'],
    ['test.Ternary(1, 2, "")', '2'],
  ],
}

describe.each(Object.entries(families))('%s', (_, cases) => {
  test.each(cases)('%s', async (source, printed) => {
    expect(await evaluate('cel', source)).toEqual(printed)
  })
})

describe('templates', () => {
  test.each([
    ['{{ (time.Parse time.RFC3339 "2024-05-01T10:00:00Z").Format time.Kitchen }}', '10:00AM'],
    ['{{ (parseDateTime "now-1d/d").Format time.DateOnly }}', '2024-04-30'],
    ['{{ splitN "foo:bar:baz" ":" 2 }}', '[foo bar:baz]'],
    ['{{ "foo:bar:baz" | strings.SplitN ":" 2 }}', '[foo bar:baz]'],
    ['{{ startsWith "foo" "f" }} {{ endsWith "foo" "f" }}', 'true false'],
    ['{{ "hello, world" | strings.Trunc 5 }}', 'hello'],
    ['{{ ($u := conv.URL "https://example.com:443/foo").Host }}', expect.stringContaining('syntax')],
    ['{{ (conv.URL "https://example.com:443/foo").Host }}', 'example.com:443'],
    ['{{ conv.ToInt64s true 0x42 "123,456.99" "1.2345e+3" }}', '[1 66 123456 1234]'],
    ['{{ conv.ToBools "yes" true "0x01" }}', '[true true true]'],
    ['{{ conv.ToStrings 42 true (list 1 2) }}', '[42 true [1 2]]'],
    ['{{ "lang,keywords\\nC,32" | csvByRow | len }}', '1'],
    ['{{ ("C;32\\nGo;25" | csvByColumn ";" "lang;keywords").lang }}', '[C Go]'],
    ['{{ test.Fail "something is wrong!" }}', 'evaluation something is wrong!'],
    ['{{ fail }}', 'evaluation the script failed'],
    ['{{ assert "no" false }}', 'evaluation assertion failed: no'],
    ['{{ required "give it" .missing }}', 'evaluation give it'],
    ['{{ dict "a" true | test.Kind }} {{ kind "a" }}', 'map string'],
    ['{{ if isKind "string" "a" }}text{{ end }}', 'text'],
    ['{{ random.String 8 "c" "c" }}', 'cccccccc'],
    ['{{ random.String 3 `[[:digit:]]` | regexp.Match `^[0-9]+$` }}', 'true'],
    ['{{ filepath.Rel "/a" "/a/b/c" }} {{ path.Match "*.csv" "foo.csv" }}', 'b/c true'],
    ['{{ "10.12.127.0/20" | net.CIDRHost 268 }}', '10.12.113.12'],
    ['{{ net.LookupIP "example.com" }}', expect.stringContaining('scripts make no connections')],
  ])('%s', async (source, printed) => {
    expect(await evaluate('template', source)).toEqual(printed)
  })
})

test('JavaScript has those of groups too', async () => {
  expect(await evaluate('javascript', 'net.ContainsCIDR("10.0.0.0/8", "10.1.2.3")')).toBe('true')
  expect(await evaluate('javascript', 'uuid.Parse("2a42e576c3084db985250513af307586").length')).toBe('36')
})

test('constants of a group are known before a script runs', () => {
  const errors = (source: string) =>
    check({ language: 'cel', source }, { variables: [] }).errors.map(({ message }) => message)
  expect(errors('time.RFC3339')).toEqual([])
  expect(errors('time.RFC339')).toEqual(['unknown function time.RFC339; did you mean "time.RFC3339"?'])
  expect(errors('[1].fold(e, sum, sum + e + other)')).toEqual(['unknown variable other'])
})

test('no name of a group is also a word that scripts of canaries use as a variable', () => {
  const groups = new Set(
    functionGroups.flatMap(({ functions }) =>
      functions.flatMap(({ name, also }) =>
        [name, ...also].flatMap((each) => (each.includes('.') ? [each.split('.')[0]] : [])),
      ),
    ),
  )
  const names = [
    'check',
    'canary',
    'results',
    'json',
    'headers',
    'content',
    'code',
    'status',
    'self',
    'config',
    'spec',
  ]
  expect(names.filter((name) => groups.has(name))).toEqual([])
})
