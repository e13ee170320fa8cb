import { fail, type Result, succeed } from '@binnacle/contract/core'
import { severities, type Severity, severityRank } from '@binnacle/contract/health'
import { isRecord, type Json } from '@binnacle/plugin-kit/core'
import type { ItemReference, ScrapedInsight } from '@binnacle/plugin-kit/scrapers'
import { z } from 'zod'
import type { TrivySpec } from './spec.ts'

// The fields that are read of reports: Trivy's own ("pkg/types/report.go", "pkg/k8s/report"), and those of the resources
// of the Trivy Operator ("Vulnerability Scanning Reports", "Configuration Audit Reports").
const text = z.string().nullish()
const vulnerability = z.object({
  VulnerabilityID: z.string(),
  PkgName: z.string(),
  InstalledVersion: text,
  FixedVersion: text,
  Severity: z.string(),
  Title: text,
  PrimaryURL: text,
})
const misconfiguration = z.object({
  ID: z.string(),
  AVDID: text,
  Title: text,
  Message: text,
  Description: text,
  Resolution: text,
  Severity: z.string(),
  PrimaryURL: text,
  Status: text,
})
const result = z.object({
  Target: text,
  Type: text,
  Vulnerabilities: z.array(vulnerability).nullish(),
  Misconfigurations: z.array(misconfiguration).nullish(),
})
const results = z.array(result).nullish()
const resource = z.object({ Namespace: text, Kind: z.string(), Name: z.string(), Results: results })
const clusterReport = z.object({ ClusterName: text, Resources: z.array(resource).nullish() })
/** As Trivy wrote it until version 0.38. */
const oldClusterReport = z.object({
  ClusterName: text,
  Vulnerabilities: z.array(resource).nullish(),
  Misconfigurations: z.array(resource).nullish(),
})
const plainReport = z.object({ SchemaVersion: z.number(), ArtifactName: z.string(), Results: results })
const operatorItem = z.object({
  metadata: z.object({
    namespace: text,
    labels: z.record(z.string(), z.string()).default({}),
  }),
  report: z.object({
    vulnerabilities: z
      .array(
        z.object({
          vulnerabilityID: z.string(),
          resource: z.string(),
          installedVersion: text,
          fixedVersion: text,
          severity: z.string(),
          title: text,
          primaryLink: text,
        }),
      )
      .nullish(),
    checks: z
      .array(
        z.object({
          checkID: z.string(),
          title: text,
          description: text,
          remediation: text,
          severity: z.string(),
          success: z.boolean(),
          messages: z.array(z.string()).nullish(),
        }),
      )
      .nullish(),
  }),
})
const operatorList = z.object({
  kind: z.string().max(1_024, { abort: true }).regex(/List$/),
  metadata: z.object({ continue: text }).optional(),
  items: z.array(operatorItem),
})

type Vulnerability = z.output<typeof vulnerability>
type Misconfiguration = z.output<typeof misconfiguration>

/** What a report says of one thing. */
export interface Findings {
  item: ItemReference
  target: string | undefined
  vulnerabilities: readonly Vulnerability[]
  misconfigurations: readonly Misconfiguration[]
}

/** A report, and where its list goes on. */
export interface Report {
  findings: readonly Findings[]
  next: string | undefined
}

const SEVERITIES: Readonly<Record<string, Severity>> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
}

function severityOf(written: string): Severity {
  return SEVERITIES[written.toUpperCase()] ?? 'info'
}

function kubernetesItem(kind: string, namespace: string | null | undefined, name: string): ItemReference {
  return { type: `Kubernetes::${kind}`, externalId: `Kubernetes/${kind}/${namespace ?? ''}/${name}` }
}

function findingsOf(item: ItemReference, list: z.output<typeof results>): Findings[] {
  return (list ?? []).map(({ Target, Vulnerabilities, Misconfigurations }) => ({
    item,
    target: Target ?? undefined,
    vulnerabilities: Vulnerabilities ?? [],
    misconfigurations: Misconfigurations ?? [],
  }))
}

function ofOperator({ metadata: { namespace, labels }, report }: z.output<typeof operatorItem>): Findings {
  const label = (name: string) => labels[`trivy-operator.resource.${name}`]
  return {
    item: kubernetesItem(label('kind') ?? 'Unknown', label('namespace') ?? namespace, label('name') ?? ''),
    target: labels['trivy-operator.container.name'],
    vulnerabilities: (report.vulnerabilities ?? []).map((one) => ({
      VulnerabilityID: one.vulnerabilityID,
      PkgName: one.resource,
      InstalledVersion: one.installedVersion,
      FixedVersion: one.fixedVersion,
      Severity: one.severity,
      Title: one.title,
      PrimaryURL: one.primaryLink,
    })),
    misconfigurations: (report.checks ?? []).map((one) => ({
      ID: one.checkID,
      AVDID: one.checkID,
      Title: one.title,
      Message: one.messages?.join('; '),
      Description: one.description,
      Resolution: one.remediation,
      Severity: one.severity,
      PrimaryURL: undefined,
      Status: one.success ? 'PASS' : 'FAIL',
    })),
  }
}

/** Reads a report of any of the forms of Trivy. @returns what is wrong with it, as the end of a sentence */
export function readReport(document: Json): Result<Report, string> {
  const whole = (findings: readonly Findings[]) => succeed({ findings, next: undefined })
  const problem = (parsed: { error?: z.ZodError | undefined }) => {
    const issue = parsed.error?.issues[0]
    return fail(`is not a Trivy report: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
  }
  if (!isRecord(document)) return fail('is not a Trivy report')
  if (Array.isArray(document['items'])) {
    const parsed = operatorList.safeParse(document)
    if (!parsed.success) return problem(parsed)
    const next = parsed.data.metadata?.continue
    return succeed({
      findings: parsed.data.items.map(ofOperator),
      next: next === undefined || next === null || next === '' ? undefined : next,
    })
  }
  if ('Resources' in document) {
    const parsed = clusterReport.safeParse(document)
    if (!parsed.success) return problem(parsed)
    return whole(
      (parsed.data.Resources ?? []).flatMap(({ Kind, Namespace, Name, Results }) =>
        findingsOf(kubernetesItem(Kind, Namespace, Name), Results),
      ),
    )
  }
  if ('ClusterName' in document) {
    const parsed = oldClusterReport.safeParse(document)
    if (!parsed.success) return problem(parsed)
    const resources = [...(parsed.data.Vulnerabilities ?? []), ...(parsed.data.Misconfigurations ?? [])]
    return whole(
      resources.flatMap(({ Kind, Namespace, Name, Results }) =>
        findingsOf(kubernetesItem(Kind, Namespace, Name), Results),
      ),
    )
  }
  const parsed = plainReport.safeParse(document)
  return parsed.success
    ? whole(findingsOf({ externalId: parsed.data.ArtifactName }, parsed.data.Results))
    : problem(parsed)
}

function wants(spec: TrivySpec, severity: string): boolean {
  const { severity: list } = spec
  return list === undefined || list.length === 0 || list.some((one) => one === severity.toUpperCase())
}

const asJson = (value: unknown): Json => {
  const json: Json = JSON.parse(JSON.stringify(value ?? null))
  return json
}

/** Insights by what they are about: the same package may be in several parts of one thing. */
export function insightsOf(spec: TrivySpec, findings: readonly Findings[]): ScrapedInsight[] {
  const packages = new Map<string, { item: ItemReference; name: string; found: Map<string, Vulnerability> }>()
  const settings = new Map<string, ScrapedInsight>()
  for (const { item, target, vulnerabilities, misconfigurations } of findings) {
    const place = `${item.type ?? ''} ${item.externalId}`
    for (const one of vulnerabilities) {
      if (!wants(spec, one.Severity)) continue
      if (spec.ignoreUnfixed === true && (one.FixedVersion ?? '') === '') continue
      const key = `${place} ${one.PkgName}`
      const known = packages.get(key) ?? { item, name: one.PkgName, found: new Map() }
      known.found.set(`${one.VulnerabilityID} ${one.InstalledVersion ?? ''}`, one)
      packages.set(key, known)
    }
    for (const one of misconfigurations) {
      if (one.Status === 'PASS' || !wants(spec, one.Severity)) continue
      const analyzer = one.AVDID ?? one.ID
      settings.set(`${place} ${analyzer}`, {
        kind: 'insight',
        item,
        analyzer,
        type: 'security',
        severity: severityOf(one.Severity),
        summary: one.Title ?? one.Message ?? analyzer,
        details: asJson({ ...one, Target: target }),
      })
    }
  }
  const vulnerable = [...packages.values()].map(({ item, name, found }): ScrapedInsight => {
    const all = [...found.values()].toSorted((one, other) =>
      one.VulnerabilityID < other.VulnerabilityID ? -1 : 1,
    )
    const worst = Math.max(...all.map(({ Severity: written }) => severityRank(severityOf(written))))
    const count = new Set(all.map(({ VulnerabilityID }) => VulnerabilityID)).size
    const versions = [...new Set(all.flatMap(({ InstalledVersion: version }) => version ?? []))].join(', ')
    return {
      kind: 'insight',
      item,
      analyzer: name,
      type: 'security',
      severity: severities[worst] ?? 'info',
      summary: `${name} ${versions}: ${count} ${count === 1 ? 'vulnerability' : 'vulnerabilities'}`,
      details: asJson({ package: name, vulnerabilities: all }),
    }
  })
  return [...vulnerable, ...settings.values()]
}
