import { fail, type Result, succeed } from '@binnacle/contract/core'
import {
  type CheckContext,
  excerpt,
  type SuiteReport,
  type TestReport,
  type TestStatus,
} from '@binnacle/plugin-kit/checks'
import { isRecord } from '@binnacle/plugin-kit/core'
import { errorText } from '@binnacle/plugin-kit/talk'

/** Most characters of a test's output or failure that are kept. */
const MOST_TEXT = 2_000
/** Most levels of nested suites. No runner nests deeper. */
const DEEPEST = 20

type Node = Record<string, unknown>

function list(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).map((item) => (isRecord(item) ? item : { '#text': item }))
}

/** Children with a name. */
function children(node: Node, name: string): Node[] {
  return name in node ? list(node[name]) : []
}

function attribute(node: Node, name: string): string | undefined {
  const value = node[`@${name}`]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Shortens a text without leaving half of a secret. */
type Cut = (text: string) => string

function textOf(node: Node | undefined, cut: Cut): string | undefined {
  const text = node?.['#text']
  return typeof text === 'string' && text.trim() !== '' ? cut(text.trim()) : undefined
}

function defined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: NonNullable<Value[Key]> } | object {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined))
}

function readTest(node: Node, cut: Cut): TestReport {
  const outcomes: readonly (readonly [TestStatus, string])[] = [
    ['failed', 'failure'],
    ['error', 'error'],
    ['skipped', 'skipped'],
  ]
  const found = outcomes.find(([, name]) => name in node)
  const told = found === undefined ? undefined : children(node, found[1])[0]
  const properties = children(node, 'properties').flatMap((group) => children(group, 'property'))
  return {
    name: attribute(node, 'name') ?? '',
    classname: attribute(node, 'classname') ?? '',
    duration: Number(attribute(node, 'time')?.replaceAll(',', '')) || 0,
    status: found?.[0] ?? 'passed',
    ...defined({
      message: told === undefined ? undefined : cut(attribute(told, 'message') ?? '') || undefined,
      error: textOf(told, cut),
      stdout: textOf(children(node, 'system-out')[0], cut),
      stderr: textOf(children(node, 'system-err')[0], cut),
      properties:
        properties.length === 0
          ? undefined
          : Object.fromEntries(
              properties.map((property) => [
                attribute(property, 'name') ?? '',
                attribute(property, 'value') ?? '',
              ]),
            ),
    }),
  }
}

function readSuites(node: Node, depth: number, cut: Cut): SuiteReport[] {
  if (depth > DEEPEST) return []
  return children(node, 'testsuite').flatMap((suite) => [
    {
      name: attribute(suite, 'name') ?? '',
      tests: children(suite, 'testcase').map((test) => readTest(test, cut)),
    },
    ...readSuites(suite, depth + 1, cut),
  ])
}

/**
 * Parses test results in the JUnit format: testsuites, testsuite, testcase with failure, error or skipped.
 * @returns the suites with tests, or why the text is not a test result
 */
export async function readReport(
  text: string,
  context: Pick<CheckContext, 'redact'>,
): Promise<Result<SuiteReport[], string>> {
  const cut = (long: string) => excerpt(context, long, MOST_TEXT)
  // Entity definitions can make a small text huge, and no runner writes them.
  if (/<!DOCTYPE/i.test(text)) return fail('has a document type definition, which is not read')
  const { XMLParser, XMLValidator } = await import('fast-xml-parser')
  const valid = XMLValidator.validate(text)
  if (valid !== true) return fail(`is not XML: ${valid.err.msg} (line ${valid.err.line})`)
  try {
    const parsed: unknown = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      textNodeName: '#text',
      parseTagValue: false,
      parseAttributeValue: false,
    }).parse(text)
    const root: Node = isRecord(parsed) ? parsed : {}
    if (!('testsuites' in root) && !('testsuite' in root)) return fail('has no testsuite')
    const tops = [root, ...children(root, 'testsuites')]
    return succeed(tops.flatMap((top) => readSuites(top, 0, cut)).filter((suite) => suite.tests.length > 0))
  } catch (error) {
    return fail(`cannot be read: ${errorText(error)}`)
  }
}
