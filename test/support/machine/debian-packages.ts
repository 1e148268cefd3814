// Installs packages of Debian for tests that need a program of the system.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** Returns why it failed, in one line, or undefined on success. */
export function aptGet(command: string, ...args: string[]): string | undefined {
  const { status, stderr } = spawnSync('apt-get', ['-q', command, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return status === 0 ? undefined : `apt-get ${command} failed: ${stderr.trim().split('\n').at(-1)}`
}
