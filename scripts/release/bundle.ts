// The bundle of a release: the checkout with what `npm ci` builds of it, as one archive. Who builds the same commit gets the same
// bytes, so a published bundle can be checked against its sources: entries are sorted, have the time of the commit and no owner.

import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUILDERS = ['scripts/build-gateway.ts', 'console/build.ts']
/** A database folder is never the same twice; the first start makes what it needs. */
const NOT_THE_SAME_TWICE = 'dist/data-template.zst'
/** What nobody needs who installs. */
const LEFT_OUT = /^(bench|test|\.ci|\.githooks|\.github|\.vscode)\/|\.(test|fixture)\.tsx?$/

interface Source {
  /** A checkout whose packages are installed. It is only read. */
  readonly root: string
  readonly version: string
}

/** Builds in a folder of its own, and returns the archive. */
export function makeBundle({ root, version }: Source): Buffer {
  const place = mkdtempSync(join(tmpdir(), 'tillgate-release-'))
  try {
    const name = `tillgate-${version}`
    const folder = join(place, name)
    for (const file of git(root, 'ls-files', '-z').split('\0').filter(Boolean)) {
      const target = join(folder, file)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(root, file), target)
    }
    execFileSync('cp', ['-a', join(root, 'node_modules'), folder])
    for (const builder of BUILDERS)
      execFileSync(process.execPath, [builder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    for (const leftOut of ['node_modules', NOT_THE_SAME_TWICE])
      rmSync(join(folder, leftOut), { recursive: true, force: true })
    const files = execFileSync('find', [name, '-type', 'f'], { cwd: place, encoding: 'utf8' }).trim().split('\n')
    const kept = files.filter((file) => !LEFT_OUT.test(file.slice(name.length + 1)))
    const list = join(place, 'files')
    writeFileSync(list, kept.sort().join('\n'))
    // Node's gzip writes neither a name nor a time.
    return gzipSync(
      execFileSync('tar', ['--create', ...SAME_FOR_ALL, `--mtime=@${committedAt(root)}`, `--files-from=${list}`], {
        cwd: place,
        maxBuffer: LARGEST,
      }),
      { level: 9 },
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const LARGEST = 1024 ** 3
const SAME_FOR_ALL = [
  '--format=ustar',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  '--no-recursion',
  '--verbatim-files-from',
]

/** Seconds since 1970. SOURCE_DATE_EPOCH is what other builders of packages ask for it. */
export function committedAt(root: string): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  return Number.isInteger(given) && given > 0 ? given : Number(git(root, 'log', '-1', '--format=%ct'))
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST })
}
