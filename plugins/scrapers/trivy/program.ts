import { FILE_TEXT, WITH_CONNECTIONS } from '@binnacle/clients/programs/shell'
import { fail, type Result, succeed } from '@binnacle/contract/core'
import { excerptOfEnd } from '@binnacle/plugin-kit/checks'
import { milliseconds, MOST_KEPT, secretText } from '@binnacle/plugin-kit/core'
import type { ScrapeContext } from '@binnacle/plugin-kit/scrapers'
import type { TrivySpec } from './spec.ts'

/** Most bytes of what the program says besides its report. */
const MOST_SAID = 1_048_576
/** Where the program writes its report, which is longer than output may be. */
const REPORT = 'report.json'
const NO_PROGRAM = 95
const OTHER_VERSION = 94

const MISSING =
  'trivy is missing on the machine that runs this scraper; install it, or name reports of another scan'

/** Arguments of the program for a spec. */
export function argumentsOf(spec: TrivySpec, timeoutMilliseconds: number): string[] {
  const { kubernetes = {}, scanners, severity, compliance, ignoredLicenses, vulnType } = spec
  const list = (name: string, values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? [] : [`--${name}`, values.join(',')]
  const timeout = spec.timeout === undefined ? timeoutMilliseconds : milliseconds(spec.timeout)
  return [
    'k8s',
    '--format',
    'json',
    '--report',
    'all',
    '--quiet',
    '--timeout',
    `${Math.ceil(timeout / 1_000)}s`,
    '--scanners',
    (scanners === undefined || scanners.length === 0 ? ['vuln', 'misconfig'] : scanners).join(','),
    ...list('severity', severity),
    ...list('compliance', compliance),
    ...list('ignored-licenses', ignoredLicenses),
    ...list('pkg-types', vulnType),
    ...list('components', kubernetes.components),
    ...(kubernetes.namespace === undefined ? [] : ['--include-namespaces', kubernetes.namespace]),
    ...(spec.ignoreUnfixed === true ? ['--ignore-unfixed'] : []),
    ...(spec.licenseFull === true ? ['--license-full'] : []),
    ...(kubernetes.context === undefined ? [] : [kubernetes.context]),
  ]
}

/** Bash that runs the program. $TRIVY_WANTED: the version that it must have, or empty. */
const SCAN = (quoted: string) => `
command -v trivy >/dev/null || exit ${NO_PROGRAM}
if [ -n "$TRIVY_WANTED" ]; then
  _version=$(trivy --version | sed -n 's/^Version: //p')
  if [ "$_version" != "$TRIVY_WANTED" ]; then
    echo "trivy has the version $_version, expected $TRIVY_WANTED" >&2; exit ${OTHER_VERSION}
  fi
fi
export TRIVY_CACHE_DIR="$PWD/.trivy"
exec trivy ${quoted} >${REPORT}`

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Scans a cluster with the program. @returns the report as text */
export async function scan(spec: TrivySpec, context: ScrapeContext): Promise<Result<string, string>> {
  const kubeconfig = secretText(spec.kubernetes?.kubeconfig)
  const script = SCAN(argumentsOf(spec, context.timeoutMilliseconds).map(quote).join(' '))
  const ended = await context.commands.run({
    file: 'bash',
    arguments: ['-c', WITH_CONNECTIONS, 'bash', script],
    environment: {
      TRIVY_WANTED: spec.version?.replace(/^v/, '') ?? '',
      ...(kubeconfig === undefined ? {} : { [`${FILE_TEXT}KUBECONFIG`]: kubeconfig }),
    },
    signal: context.signal,
    maxOutputBytes: MOST_SAID,
    keep: {
      paths: [REPORT],
      maxFiles: 1,
      maxFileBytes: MOST_KEPT.fileBytes,
      maxTotalBytes: MOST_KEPT.fileBytes,
    },
  })
  if (!ended.ok) return fail(ended.failure.message)
  const { exitCode, signal, stderr, kept } = ended.value
  if (exitCode === 0) {
    const [report] = kept?.files ?? []
    return report === undefined
      ? fail(`trivy wrote no report${kept?.leftOut.map((sentence) => `: ${sentence}`).join('') ?? ''}`)
      : succeed(new TextDecoder().decode(report.content))
  }
  if (exitCode === NO_PROGRAM) return fail(MISSING)
  const line =
    context
      .redact(excerptOfEnd(context, stderr.trim(), 16_384))
      .split('\n')
      .at(-1) ?? ''
  if (exitCode === OTHER_VERSION) return fail(line)
  return fail(
    `trivy: ${exitCode === null ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}, expected 0`}: ${line.slice(0, 500)}`,
  )
}
