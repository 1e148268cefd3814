// `npm run check`: every check of the code except its tests.
// All steps run even if an earlier one failed, so that one run shows every problem.
// `npm run check -- types style` runs only the named steps.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { checkImportRules } from './import-rules.ts'

const root = join(import.meta.dirname, '..')

const steps: Record<string, () => boolean> = {
  types: () => [runTool('tsc', '--noEmit'), runTool('tsc', '--noEmit', '-p', 'console')].every(Boolean),
  style: () => runTool('biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'),
  imports: checkImports,
  'dead-code': () => runTool('knip'),
  contract: () => runNode('bin/tillgate.js', 'openapi', '--check'),
  sdk: () => runNode('sdk/generate.ts', '--check'),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

const failed: string[] = []
for (const [name, step] of Object.entries(steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n── ${name}`)
  const passed = step()
  console.log(passed ? `── ${name}: ok` : `── ${name}: FAILED`)
  if (!passed) failed.push(name)
}

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

function checkImports(): boolean {
  try {
    const { modules, violations } = checkImportRules(root)
    for (const { rule, from, to } of violations) console.log(`${rule}: ${from} → ${to}`)
    console.log(`${modules} modules cruised, ${violations.length} violations`)
    return violations.length === 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

// Tools run on the same Node as this script, whatever their shebang finds.
function runTool(name: string, ...args: string[]): boolean {
  return runNode(join('node_modules', '.bin', name), ...args)
}

function runNode(script: string, ...args: string[]): boolean {
  const { status, error } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  if (error) console.error(error.message)
  return status === 0
}
