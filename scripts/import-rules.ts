// Checks a source tree against the rules of .dependency-cruiser.cjs.
// With an unsupported TypeScript, dependency-cruiser finds no module and reports success,
// so a run that did not see every TypeScript file of src is an error here.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'

export interface ImportViolation {
  rule: string
  from: string
  to: string
}

export interface ImportReport {
  modules: number
  violations: ImportViolation[]
}

interface CruiseResult {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

const AREAS = ['src', 'sdk', 'console', 'bin', 'test', 'bench', 'scripts', 'contracts', 'examples']
const CRUISER = join(import.meta.dirname, '..', 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')

export function checkImportRules(root: string): ImportReport {
  const areas = AREAS.filter((area) => existsSync(join(root, area)))
  const run = spawnSync(
    process.execPath,
    [CRUISER, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...areas],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  if (run.error || !run.stdout.startsWith('{')) {
    throw new Error(`dependency-cruiser did not answer: ${run.error?.message ?? run.stderr + run.stdout}`)
  }
  const result = JSON.parse(run.stdout) as CruiseResult

  const seen = new Set(result.modules.map((module) => module.source))
  const sources = globSync(['src/**/*.ts', 'console/src/**/*.{ts,tsx}'], { cwd: root }).map((file) =>
    file.split(sep).join('/'),
  )
  if (sources.length === 0) throw new Error('There is no TypeScript file in src to check against the import rules.')
  const missed = sources.filter((file) => !seen.has(file))
  if (missed.length > 0) {
    throw new Error(`dependency-cruiser saw ${seen.size} modules but missed ${missed.length}, first ${missed[0]}`)
  }

  return {
    modules: [...seen].filter((source) => areas.some((area) => source.startsWith(`${area}/`))).length,
    violations: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

if (import.meta.main) {
  const { modules, violations } = checkImportRules(join(import.meta.dirname, '..'))
  for (const { rule, from, to } of violations) console.log(`${rule}: ${from} → ${to}`)
  console.log(`${modules} modules cruised, ${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
