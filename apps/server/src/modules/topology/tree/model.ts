import { healthOf } from '@binnacle/contract/core'
import type { ComponentData, ConfigNeed, FailingResource, Transition } from './rows.ts'

/** A component in memory, with what is derived from it and from those around it. */
export interface TreeNode {
  data: ComponentData
  failing: readonly FailingResource[]
  /** Of the last day, the oldest first. */
  transitions: readonly Transition[]
  /** Ids of components below it. */
  children: Set<string>
  /** Ids of components that it appears below: its parent and others. */
  parents: readonly string[]
  /** Healthy itself, but depends on something unhealthy. */
  isAtRisk: boolean
  /** JSON of it without those below it; undefined until somebody asks. */
  text: string | undefined
}

/** What is known of a component besides its row. */
export interface ComponentContext {
  failing?: readonly FailingResource[] | undefined
  transitions?: readonly Transition[] | undefined
}

/** The tree of components in memory. */
export class Model {
  readonly nodes = new Map<string, TreeNode>()
  /** Children of components that are not known (yet). */
  readonly #orphans = new Map<string, Set<string>>()
  /** Components that need others by relationships. */
  readonly #needy = new Set<string>()
  #riskKnown = 0
  #configNeeds = new Map<string, { components: Set<string>; isUnhealthy: boolean }>()

  /** Adds or replaces a component. */
  set(data: ComponentData, { failing = [], transitions = [] }: ComponentContext): void {
    const before = this.nodes.get(data.id)
    if (before !== undefined) this.#unlink(before)
    const parents = [...new Set([...(data.parent_id === null ? [] : [data.parent_id]), ...data.also_below])]
    const children = before?.children ?? this.#orphans.get(data.id) ?? new Set<string>()
    this.#orphans.delete(data.id)
    const isAtRisk = before?.isAtRisk ?? false
    if (data.needs.length > 0) this.#needy.add(data.id)
    else this.#needy.delete(data.id)
    this.nodes.set(data.id, { data, failing, transitions, children, parents, isAtRisk, text: undefined })
    for (const parent of parents) {
      const known = this.nodes.get(parent)?.children ?? this.#orphans.get(parent) ?? new Set<string>()
      known.add(data.id)
      if (!this.nodes.has(parent)) this.#orphans.set(parent, known)
    }
    this.forgetTexts(data.id)
  }

  delete(id: string): void {
    const node = this.nodes.get(id)
    if (node === undefined) return
    this.forgetTexts(id)
    this.#unlink(node)
    this.nodes.delete(id)
    this.#needy.delete(id)
    if (node.children.size > 0) this.#orphans.set(id, node.children)
  }

  #unlink({ data, parents }: TreeNode): void {
    for (const parent of parents) {
      this.nodes.get(parent)?.children.delete(data.id)
      this.#orphans.get(parent)?.delete(data.id)
    }
  }

  /** Drops the JSON of a component and of all above it, which name what is wrong below them. */
  forgetTexts(id: string): void {
    const seen = new Set<string>()
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const node = this.nodes.get(next)
      if (node === undefined || seen.has(next)) continue
      seen.add(next)
      node.text = undefined
      waiting.push(...node.parents)
    }
  }

  forgetAllTexts(): void {
    for (const node of this.nodes.values()) node.text = undefined
  }

  childrenOf(node: TreeNode): TreeNode[] {
    return [...node.children].flatMap((id) => this.nodes.get(id) ?? [])
  }

  /** Components without a parent. */
  roots(): TreeNode[] {
    return [...this.nodes.values()].filter(
      ({ data }) => data.parent_id === null || !this.nodes.has(data.parent_id),
    )
  }

  setConfigNeeds(needs: readonly ConfigNeed[]): void {
    this.#configNeeds = new Map()
    for (const { component_id: id, needed_component: needed, health } of needs) {
      const known = this.#configNeeds.get(id) ?? { components: new Set<string>(), isUnhealthy: false }
      if (needed !== null) known.components.add(needed)
      known.isUnhealthy ||= health === 'unhealthy'
      this.#configNeeds.set(id, known)
    }
  }

  /** Components that one needs, and why that is known. */
  needsOf({ data }: TreeNode): { id: string; kind: 'relationship' | 'config' }[] {
    const config = this.#configNeeds.get(data.id)?.components ?? []
    return [
      ...data.needs.map((id) => ({ id, kind: 'relationship' as const })),
      ...[...config].map((id) => ({ id, kind: 'config' as const })),
    ]
  }

  #needsUnhealthy(node: TreeNode): boolean {
    if (this.#configNeeds.get(node.data.id)?.isUnhealthy === true) return true
    return this.needsOf(node).some(({ id }) => this.nodes.get(id)?.data.health === 'unhealthy')
  }

  /** Finds again which components are at risk: they, or what contains them, need something unhealthy. */
  findRisks(): void {
    const needing = this.#needy.size + this.#configNeeds.size
    // Most trees have none, and thousands of components would be walked ten times a second.
    if (needing === 0 && this.#riskKnown === 0) return
    this.#riskKnown = needing
    const waiting = this.roots().map((node) => ({ node, isInherited: false }))
    const seen = new Set<string>()
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, isInherited } = next
      if (seen.has(node.data.id)) continue
      seen.add(node.data.id)
      const isExposed = isInherited || this.#needsUnhealthy(node)
      const health = healthOf(node.data.health)
      const isAtRisk = isExposed && (health === 'healthy' || health === 'unknown')
      if (isAtRisk !== node.isAtRisk) {
        node.isAtRisk = isAtRisk
        node.text = undefined
      }
      for (const child of this.childrenOf(node))
        if (child.data.parent_id === node.data.id) waiting.push({ node: child, isInherited: isExposed })
    }
  }
}
