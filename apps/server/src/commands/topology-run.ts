import { worstHealth } from '@binnacle/contract/core'
import type { ComponentHealth } from '@binnacle/contract/topology'
import { mapSecrets, SECRET_MASK } from '@binnacle/plugin-kit/core'
import { createScripting } from '../modules/catalog/index.ts'
import {
  createCanaryParser,
  createLookups,
  findFiles,
  loadCheckTypes,
  nameFromFile,
} from '../modules/health/index.ts'
import {
  type ComponentNode,
  createTopologyParser,
  type EngineRun,
  readTopologyFile,
  runTopology,
  type TopologyDocument,
} from '../modules/topology/index.ts'
import { MISUSE } from '../misuse.ts'
import { printable, printableJson } from './printable.ts'
import { describeProblem, openRunDependencies, type RunDependencies } from './run-dependencies.ts'
import { readSettings, UNUSED_BY_CHECK_RUN } from './settings.ts'

const FAULTY = 1
/** Most properties in the line of a component. */
const MOST_PROPERTIES = 5
/** Most characters of a property in that line. */
const LONGEST_PROPERTY = 60

/** A component with the health that it and what is below it have, as the preview shows it. */
interface PreviewNode extends Omit<ComponentNode, 'children' | 'health'> {
  health: ComponentHealth
  components: PreviewNode[]
}

function shown({ children, ...node }: ComponentNode, mask: (inline: unknown) => unknown): PreviewNode {
  const components = children.map((child) => shown(child, mask))
  return {
    ...node,
    checks: node.checks.map((check) =>
      check.inline === undefined
        ? check
        : { ...check, inline: Object.fromEntries(Object.entries(mask(check.inline) ?? {})) },
    ),
    health: worstHealth([node.health ?? 'unknown', ...components.map(({ health }) => health)]),
    components,
  }
}

/** A text in one line. A line break in a name would look like another component. */
function inLine(text: string, longest = Infinity): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

function propertyText({ name, text, value, max, unit }: ComponentNode['properties'][number]): string {
  const number = value === undefined ? undefined : `${value}${max === undefined ? '' : ` of ${max}`}`
  const valueText = [text ?? number, unit].filter((part) => part !== undefined && part !== '').join(' ')
  return inLine(`${name}: ${valueText}`, LONGEST_PROPERTY)
}

function propertiesText(properties: ComponentNode['properties']): string {
  const visible = properties.filter(({ type }) => type !== 'hidden')
  const more = visible.length - MOST_PROPERTIES
  return [
    ...visible.slice(0, MOST_PROPERTIES).map(propertyText),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join(', ')
}

function print(text: string): void {
  console.log(printable(text))
}

function printNode({ name, type, health, properties, components }: PreviewNode, indent: string): void {
  const parts = [inLine(name), inLine(type ?? ''), health, propertiesText(properties)]
  print(`${indent}${parts.filter((part) => part !== '').join('  ')}`)
  for (const component of components) printNode(component, `${indent}  `)
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

function printRun(
  { metadata }: TopologyDocument,
  components: readonly PreviewNode[],
  { count, problems }: EngineRun,
): void {
  print(`\n${metadata.namespace}/${metadata.name}`)
  for (const component of components) printNode(component, '  ')
  for (const { path, message } of problems)
    print(`  ✘ ${path === '' ? '' : `${path}: `}${message.replaceAll('\n', '\n    ')}`)
  print(`  ${counted(count, 'component')}, ${counted(problems.length, 'fault')}`)
}

/**
 * Runs every topology of a file (or folder) once, and prints the tree that a run would store. Nothing of it is stored, so
 * what only a database can answer is told as a fault.
 * @param asJson whether it prints one JSON document in place of lines
 * @returns 0 when nothing failed, 1 when anything did, 2 when the file or the settings are not valid or there is no topology
 */
export async function topologyRun(path: string, asJson: boolean): Promise<number> {
  const settings = readSettings(UNUSED_BY_CHECK_RUN)
  if (settings === undefined) return MISUSE
  const dependencies = await openRunDependencies(settings)
  try {
    return await runFiles(path, asJson, dependencies)
  } finally {
    await dependencies.close()
  }
}

async function openEngine({ sources, ...runner }: RunDependencies) {
  const types = await loadCheckTypes()
  const canaries = createCanaryParser(types, runner.tasks)
  const lookups = createLookups({ runner, sources, types, parser: canaries })
  const parser = createTopologyParser(lookups, runner.tasks)
  const scripting = createScripting(runner.scripts, runner.tasks, [])
  return { parser, lookups, scripting, items: undefined }
}

async function runFiles(path: string, asJson: boolean, dependencies: RunDependencies): Promise<number> {
  const engine = await openEngine(dependencies)
  const { parser } = engine
  const found = await findFiles(path)
  if (!found.ok) {
    console.error(found.failure)
    return MISUSE
  }
  const mask = (inline: unknown) => mapSecrets(parser.schemas.canary, inline, () => SECRET_MASK)
  const never = new AbortController().signal
  const runs: unknown[] = []
  let isInvalid = false
  let isFaulty = false
  for (const file of found.value) {
    const text = await file.read()
    const content = text.ok
      ? await readTopologyFile(parser, text.value, nameFromFile(file.path))
      : { documents: [], problems: [{ path: '', message: text.failure }] }
    for (const problem of content.problems) console.error(printable(describeProblem(file.path, problem)))
    isInvalid ||= content.problems.length > 0
    for (const document of content.documents) {
      const { metadata, spec } = document
      const run = await runTopology(metadata, spec, engine, never)
      const components = run.roots.map((root) => shown(root, mask))
      const { count, complete, problems: faults } = run
      isFaulty ||= faults.length > 0
      runs.push({ name: metadata.name, namespace: metadata.namespace, components, count, complete, faults })
      if (!asJson) printRun(document, components, run)
    }
  }
  if (asJson) console.log(printableJson({ topologies: runs }))
  if (isInvalid) return MISUSE
  if (runs.length === 0) {
    console.error(`${path} holds no topology`)
    return MISUSE
  }
  return isFaulty ? FAULTY : 0
}
