// `npm run check`: every check of the code except its tests.
// The steps run side by side, and all of them even if one fails, so that one run shows every problem.
// `npm run check -- types style` runs only the named steps.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const color = process.stdout.isTTY ? 'force' : 'off'

/** The commands of each step; the longest ones start first. Tools run on this script's Node, not their shebang's. */
const steps: Record<string, readonly (readonly [script: string, ...args: string[]])[]> = {
  types: [typesOf('.'), typesOf('console')],
  imports: [['scripts/import-rules.ts']],
  'dead-code': [[tool('knip')]],
  style: [[tool('biome'), 'ci', `--colors=${color}`, '.']],
  contract: [['bin/tillgate.js', 'openapi', '--check']],
  texts: [['console/texts/texts.ts']],
  licences: [['scripts/release/licences.ts']],
  sdk: [['sdk/generate.ts', '--check']],
  contracts: [['contracts/build.ts', '--check']],
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

const waiting = Object.entries(steps)
  .filter(([name]) => asked.length === 0 || asked.includes(name))
  .flatMap(([name, commands]) => commands.map((command) => ({ name, command })))
const failed = new Set<string>()
await Promise.all(Array.from({ length: availableParallelism() }, work))

console.log(failed.size === 0 ? '\nAll checks passed.' : `\nFailed: ${[...failed].join(', ')}.`)
process.exitCode = failed.size === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { name, command } = next
    const { passed, output } = await run(command)
    console.log(`\n── ${name}: ${passed ? 'ok' : 'FAILED'}\n${output.trimEnd()}`)
    if (!passed) failed.add(name)
  }
}

/** By TypeScript's native compiler, which takes a third of the time. The import rules need the one in JavaScript. */
function typesOf(project: string): [script: string, ...args: string[]] {
  const known = join('node_modules', '.cache', 'types', `${project === '.' ? 'gateway' : project}.tsbuildinfo`)
  const compiler = join('node_modules', 'typescript-native', 'bin', 'tsc')
  return [compiler, '--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', known]
}

function tool(name: string): string {
  return join('node_modules', '.bin', name)
}

/** What it prints is kept until it ends, so that the outputs do not mix. */
function run(command: readonly string[]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', (error) => resolve({ passed: false, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}
