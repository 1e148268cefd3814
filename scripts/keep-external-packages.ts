// Removes from node_modules what the bundle of the gateway holds already. For images: a third of the size.
//
//   node scripts/keep-external-packages.ts

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { isExternal } from './external-packages.ts'

const MODULES = join(import.meta.dirname, '..', 'node_modules')

interface Package {
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const kept = new Set<string>()
for (const name of packageNames()) if (isExternal(name)) keep(join(MODULES, name))
for (const name of packageNames()) if (!kept.has(name)) rmSync(join(MODULES, name), { recursive: true, force: true })
for (const folder of ['.bin', '.cache']) rmSync(join(MODULES, folder), { recursive: true, force: true })

function packageNames(): string[] {
  return readdirSync(MODULES).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(join(MODULES, name)).map((own) => `${name}/${own}`) : [name]
  })
}

/** Keeps a package and what it depends on, each as Node finds it from there. */
function keep(folder: string): void {
  const name = folder.slice(folder.lastIndexOf(`node_modules${sep}`) + `node_modules${sep}`.length).replaceAll(sep, '/')
  const isTop = join(MODULES, name) === folder
  if (isTop && kept.has(name)) return
  if (isTop) kept.add(name)
  const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const found = find(needed, folder)
    if (found !== undefined) keep(found)
  }
}

function find(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(MODULES); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(found)) return found
  }
  const top = join(MODULES, name)
  return existsSync(top) ? top : undefined
}
