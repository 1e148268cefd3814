// The last step of `npm ci`: in a git checkout, tells how to switch on the check of commit messages. It changes nothing and
// says nothing in CI, without git, as a dependency, or where hooks are set up. Plain JavaScript: it runs on any Node.

import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)))

if (!process.env.CI && isOwnCheckout() && git('config', 'core.hooksPath') === undefined) {
  console.log('To have git check your commit messages: npm run hooks')
}

function isOwnCheckout() {
  const top = git('rev-parse', '--show-toplevel')
  return top !== undefined && realpathSync(top) === ROOT && (process.env.INIT_CWD ?? ROOT).startsWith(ROOT)
}

/**
 * What git prints, or undefined when it fails or is not installed.
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
