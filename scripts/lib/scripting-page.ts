import {
  defaultLimits,
  exampleEnvironment,
  exampleNow,
  type FunctionDefinition,
  functionGroups,
  gomplateDifferences,
  languageTitles,
  type Language,
  scriptErrorCodes,
  signatureOf,
} from '@binnacle/scripting'

/** How texts name the languages; the interface has its own words. */
const names: Readonly<Record<Language, string>> = {
  cel: 'CEL',
  template: 'templates',
  javascript: 'JavaScript',
  jsonpath: 'JSONPath',
}

/** Code within a cell of a table: bars would end the cell. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  const padded = text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text
  return `${fence}${padded.replaceAll('|', String.raw`\|`).replaceAll('\n', '↵')}${fence}`
}

function row(definition: FunctionDefinition): string {
  const { also, languages, description, examples, name } = definition
  const others = also.length === 0 ? '' : `<br>also ${also.map(code).join(', ')}`
  const first = languages[0] ?? 'cel'
  const turned =
    definition.subjectLast && languages.includes('template') && languages.length > 1
      ? `<br>in templates ${code(signatureOf(definition, 'template'))}`
      : ''
  const shown = examples
    .map(({ source, result }) => `${code(source)} → ${result === '' ? '(empty)' : code(result)}`)
    .join('<br>')
  return `| <a id="${name.toLowerCase()}"></a>${code(signatureOf(definition, first))}${others}${turned} | ${languages.map((language) => names[language]).join(', ')} | ${description} | ${shown} |`
}

/** The reference of scripts, from the registry of functions and the limits of the engine. */
export function scriptingPage(): string {
  const groups = functionGroups.map(
    ({ title, functions }) => `## ${title}

| Function | In | What it gives | Example |
|---|---|---|---|
${functions.map(row).join('\n')}
`,
  )
  const limits = [
    ['Processor time', `${defaultLimits.timeoutMilliseconds} ms`],
    ['Memory', `${defaultLimits.memoryBytes / 1_048_576} MiB`],
    ['Steps', defaultLimits.steps.toLocaleString('en-US')],
    ['Result', `${defaultLimits.outputCharacters.toLocaleString('en-US')} characters`],
    ['Nesting', `${defaultLimits.depth} levels`],
    ['Script', `${defaultLimits.sourceCharacters.toLocaleString('en-US')} characters`],
  ]
  return `
# Scripts

Tests, displays, transformations, metrics and relationships are scripts in one of four languages. When a spec has
several for one purpose, the first of this table counts.

| Language | Key | In the interface | What comes out |
|---|---|---|---|
| JavaScript (ES2023) | \`javascript\` | ${languageTitles.javascript} | the value of the last statement; lists as \`1,2\`, objects, and lists of them, as JSON |
| Go templates | \`template\` | ${languageTitles.template} | the text, without white space around it |
| [CEL](https://cel.dev) | \`expr\` | ${languageTitles.cel} | the value as Go prints it: \`[a b]\`, \`map[a:1]\` |
| JSONPath ([RFC 9535](https://www.rfc-editor.org/rfc/rfc9535)) | \`jsonPath\` | ${languageTitles.jsonpath} | the first match: texts as they are, others as JSON, nothing as an empty text |

- **Variables** are what the place of the script says, such as \`results\`, \`check\` or \`code\`. In templates they are
  \`.code\` or \`code\`; in JSONPath \`$.code\`, \`.code\` or \`code\`. A variable hides a group of functions of the same name.
- **Functions of the place** such as \`last_result()\` are written \`last_result.results\` in templates.
- **Numbers** of documents and whole numbers mix freely, and print in full: \`1000000\`, not \`1e+06\`.
- **Durations** are such in CEL (\`elapsed < duration("2s")\`) and templates (\`.elapsed.Seconds\`), milliseconds in
  JavaScript, and texts in JSONPath.
- **Nothing** prints as \`<no value>\` in templates and as an empty text elsewhere. Fields of what is missing are missing
  everywhere; [what CEL does with null](#null-in-cel) stands below.
- **Times** print as Go prints them, \`2024-05-01 12:00:00 +0000 UTC\`; \`string(at)\` and JSON have RFC 3339. Templates
  have the methods of Go's times (\`.at.Format "02 Jan"\`, \`.at.AddDate 0 1 0\`) and durations.
- **Keys** of objects are sorted in JSON, YAML and TOML that functions write, and where objects are printed.
- **Templates** know text/template's actions: \`if\`, \`range\`, \`with\`, \`define\`, \`template\`, \`block\`, \`break\`,
  \`continue\`, variables, pipelines, comments and trim markers. A line
  \`# gotemplate: left-delim=[[ right-delim=]]\` among the comments at the beginning changes the delimiters, and is
  left out. \`semver\` and \`getHealth\` also have the names of Go: \`(semver .v).Prerelease\`.
- **Order of arguments** in templates: \`strings.Contains "part" .text\` takes the text last, for pipes, and the bare name
  \`contains .text "part"\` takes it first; so do \`hasPrefix\`, \`hasSuffix\`, \`split\`, \`splitN\` and \`trim\`.
  \`regexp\` takes the pattern first everywhere.
- **JavaScript** sees the environment and the functions below, nothing else: no files, no network, no timers, no modules.
  Underscore is there as \`_\`. Undeclared names may be assigned.
- **Queries** (\`jq\`, \`jmespath\`, \`jsonpath\`, \`xpath\`) take an expression and a value, or a text that holds JSON. A call
  of \`jq\` takes 1 to 2 ms of the processor time: call it once for a list, not for each of its values. It sees no files
  and no environment variables. \`xpath\` refuses XML with a document type, thus with entities.
- **Connections**: scripts make none. \`net.LookupIP\` and the other lookups end with an error; a DNS check looks names up.
- **Several values** may be one list in CEL: \`math.Add([1, 2])\` is \`math.Add(1, 2)\`.
- **Layouts** of times are names without brackets: \`time.Format(at, time.RFC3339)\`.
- **Patterns** are those of [RE2](https://github.com/google/re2/wiki/Syntax), without look-around and back-references;
  only JavaScript's own regular expressions are JavaScript's.
- **Secrets** never come out, not in errors either: \`***\` stands where one was.

## Null in CEL

A missing key, an index out of range, and a field of null, of a text, a number or a boolean are null, as in gomplate:

- \`+ - * / %\` and \`< <= > >= == !=\` take null as the zero of the other side: \`json.missing + 1\` is \`1\`,
  \`json.missing == ""\` is \`true\`, \`json.missing > 0\` is \`false\`.
- Times, durations, lists and objects have no zero: compared or added with null they give null. \`==\` is false then.
- **Functions, methods, \`in\`, \`!\` and the sign** give null for null, except \`coalesce\`, \`first\`, \`last\`, \`type\`,
  \`optional.of\` and \`test.*\`.
- **These stay errors**, since a guess would hide a mistake: an unknown variable; null with \`&&\`, \`||\` and \`? :\`; \`all\`,
  \`exists\`, \`filter\` and \`map\` of null, as \`all\` of nothing would be true; division by zero; values of kinds that do
  not go together.
- A test that gives null is unhealthy: it is neither true nor false.
- \`a.?b.orValue("x")\` and \`has(a.b)\` tell a missing key from zero.

## Differences from gomplate

Scripts of gomplate v3 give the same here but for these.

| In gomplate | Here | Why |
|---|---|---|
${Object.values(gomplateDifferences)
  .map(({ theirs, ours, reason }) => `| ${theirs} | ${ours} | ${reason} |`)
  .join('\n')}

## Limits

A script that passes one ends with an error.

| What | At most |
|---|---|
${limits.map(([what, most]) => `| ${what} | ${most} |`).join('\n')}

## Errors

Scripts are checked when they are saved. Every error has its place, and one of these codes.

| Code | Meaning |
|---|---|
${Object.entries(scriptErrorCodes)
  .map(([name, meaning]) => `| \`${name}\` | ${meaning} |`)
  .join('\n')}

## The examples' environment

It is ${exampleNow.toISOString().replace('.000Z', 'Z')}, \`elapsed\` is ${exampleEnvironment.durations.elapsed / 1_000} s, and the variables are:

\`\`\`json
${JSON.stringify(exampleEnvironment.variables, undefined, 2)}
\`\`\`

${groups.join('\n')}`
}
