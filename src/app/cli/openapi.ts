// tillgate openapi: writes the OpenAPI documents to contract/: one for each family, from which the SDK is generated, and
// the one that a bank's own core implements; and the AsyncAPI document of events. With --check it only tells whether the files are up to date.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountsOpenApi } from '../../families/accounts/openapi.ts'
import { digitalOpenApi } from '../../families/digital/openapi.ts'
import { eventsAsyncApi } from '../../families/events/asyncapi.ts'
import { feedOpenApi } from '../../families/events/openapi.ts'
import { lendingOpenApi } from '../../families/lending/openapi.ts'
import { onboardingOpenApi } from '../../families/onboarding/openapi.ts'
import { coreOpenApi } from '../../families/reference/core-openapi.ts'

const CONTRACT = join(import.meta.dirname, '..', '..', '..', 'contract')

const DOCUMENTS: readonly (readonly [file: string, emit: () => unknown])[] = [
  ['accounts.json', accountsOpenApi],
  ['onboarding.json', onboardingOpenApi],
  ['digital.json', digitalOpenApi],
  ['lending.json', lendingOpenApi],
  ['feed.json', feedOpenApi],
  ['events.json', eventsAsyncApi],
  ['core.json', coreOpenApi],
]

export function openapi(options: { readonly check?: boolean }, folder = CONTRACT): void {
  for (const [file, emit] of DOCUMENTS) {
    const text = `${JSON.stringify(emit(), null, 2)}\n`
    const target = join(folder, file)
    if (!options.check) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(target, text)
      console.log(`contract/${file} is written`)
    } else if (existsSync(target) && readFileSync(target, 'utf8') === text) {
      console.log(`contract/${file} is up to date`)
    } else {
      console.error(`contract/${file} is stale: run \`npm run tillgate -- openapi\` and commit the result`)
      process.exitCode = 1
    }
  }
}
