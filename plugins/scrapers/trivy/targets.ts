import { startHttpServer, startJsonServer } from '@binnacle/plugin-kit/servers'
import type { ScraperTargets } from '@binnacle/plugin-kit/suite/scrapers'

/** A report of a cluster, in the form of `trivy k8s --format json --report all`. */
export const clusterReport = {
  ClusterName: 'kind-kind',
  Resources: [
    {
      Namespace: 'shop',
      Kind: 'Deployment',
      Name: 'web',
      Results: [
        {
          Target: 'nginx:1.25 (debian 12.1)',
          Class: 'os-pkgs',
          Type: 'debian',
          Vulnerabilities: [
            {
              VulnerabilityID: 'CVE-2023-4911',
              PkgName: 'libc6',
              InstalledVersion: '2.36-9+deb12u1',
              FixedVersion: '2.36-9+deb12u3',
              Severity: 'HIGH',
              Title: 'glibc: buffer overflow in ld.so leading to privilege escalation',
              PrimaryURL: 'https://avd.aquasec.com/nvd/cve-2023-4911',
            },
            {
              VulnerabilityID: 'CVE-2019-1010022',
              PkgName: 'libc6',
              InstalledVersion: '2.36-9+deb12u1',
              Severity: 'LOW',
              Title: 'glibc: stack guard protection bypass',
            },
            {
              VulnerabilityID: 'CVE-2023-5363',
              PkgName: 'openssl',
              InstalledVersion: '3.0.9-1',
              FixedVersion: '3.0.11-1~deb12u2',
              Severity: 'CRITICAL',
            },
          ],
        },
        {
          Target: 'Deployment/web',
          Class: 'config',
          Type: 'kubernetes',
          MisconfSummary: { Successes: 1, Failures: 1 },
          Misconfigurations: [
            {
              Type: 'Kubernetes Security Check',
              ID: 'KSV001',
              AVDID: 'AVD-KSV-0001',
              Title: 'Can elevate its own privileges',
              Message: "Container 'web' should set 'allowPrivilegeEscalation' to false",
              Severity: 'MEDIUM',
              Status: 'FAIL',
            },
            {
              ID: 'KSV003',
              AVDID: 'AVD-KSV-0003',
              Title: 'Drops capabilities',
              Severity: 'LOW',
              Status: 'PASS',
            },
          ],
        },
      ],
    },
  ],
}

/** A server with a report; a broken one; one that never answers; one that gives back what it gets. */
export async function startTargets(): Promise<ScraperTargets> {
  const [server, other] = await Promise.all([
    startJsonServer({ '/report.json': { status: 200, body: clusterReport } }),
    startHttpServer(),
  ])
  const at = (path: string) => ({ reports: { url: `http://127.0.0.1:${other.port}${path}` } })
  return {
    working: { reports: { url: `http://127.0.0.1:${server.port}/report.json` } },
    failing: at('/status?code=500'),
    hanging: at('/hang'),
    secretive: { reports: { ...at('/echo').reports, bearer: 'given', password: 'given' } },
    stop: async () => {
      await Promise.all([server.stop(), other.stop()])
    },
  }
}
