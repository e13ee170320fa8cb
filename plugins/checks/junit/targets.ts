import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@binnacle/plugin-kit/servers'
import type { CheckTargets } from '@binnacle/plugin-kit/suite'

/** Results with one test of each kind. @param kinds of tests to leave out */
export function results(...kinds: readonly string[]): string {
  const tests = {
    passed:
      '<testcase name="opens" classname="shop.Front" time="0.5"><properties><property name="page" value="/"/></properties></testcase>',
    failed:
      '<testcase name="pays" classname="shop.Cart" time="1.25"><failure message="expected 200 &lt; 300">at line 7\nat line 8</failure><system-out>trying</system-out></testcase>',
    error:
      '<testcase name="ships" classname="shop.Cart" time="0.25"><error message="no printer"/></testcase>',
    skipped: '<testcase name="sings" classname="shop.Cart"><skipped/></testcase>',
  }
  const kept = Object.entries(tests).filter(([kind]) => !kinds.includes(kind))
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="shop" tests="${kept.length}">${kept.map(([, test]) => test).join('\n')}</testsuite></testsuites>`
}

/** A folder of good results; a script with bad results; a script that never ends; one that prints a secret. */
export async function startTargets(): Promise<CheckTargets> {
  const folder = await makeFolder()
  await writeFile(join(folder.path, 'results.xml'), results('failed', 'error'))
  const print = (text: string) => `cat <<'END'\n${text}\nEND`
  return {
    healthy: { name: 'well', testResults: folder.path },
    unhealthy: { name: 'failing', script: print(results('error')) },
    hanging: { name: 'hanging', script: 'sleep 60 & sleep 60' },
    secretive: {
      name: 'secretive',
      script:
        "echo \"<testsuite><testcase name='a'><failure message='$TOKEN'>$TOKEN</failure></testcase></testsuite>\"",
      env: [{ name: 'TOKEN', value: 'x' }],
    },
    stop: folder.remove,
  }
}
