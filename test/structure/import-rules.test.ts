// Proves that the import rules work: a made-up tree breaks every rule once, and exactly those violations are reported.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkImportRules } from '../../scripts/import-rules.ts'

const project = join(import.meta.dirname, '..', '..')

// One row per violation: the rule, the importing file, the imported file.
const BREACHES: [rule: string, from: string, to: string][] = [
  ['platform-kernel-imports', 'src/platform/kernel/time/clock.ts', 'src/platform/storage/database.ts'],
  ['platform-storage-imports', 'src/platform/storage/database.ts', 'src/platform/jobs/periodic.ts'],
  ['platform-jobs-imports', 'src/platform/jobs/periodic.ts', 'src/platform/history/archive.ts'],
  ['platform-mail-imports', 'src/platform/mail/outbox.ts', 'src/platform/jobs/periodic.ts'],
  ['platform-history-imports', 'src/platform/history/shards.ts', 'src/platform/mail/outbox.ts'],
  ['platform-imports', 'src/platform/history/archive.ts', 'src/administration/audit/trail.ts'],
  ['platform-imports', 'src/platform/storage/database.ts', 'src/edge/http/problem.ts'],
  ['rules-imports', 'src/rules/fee-table.ts', 'src/administration/audit/trail.ts'],
  ['ledger-imports', 'src/ledger/post.ts', 'src/administration/institutions/institution.ts'],
  ['ledger-imports', 'src/ledger/entry.ts', 'src/families/accounts/family.ts'],
  ['administration-audit-imports', 'src/administration/audit/trail.ts', 'src/administration/access/partner.ts'],
  ['administration-events-imports', 'src/administration/events/event-outbox.ts', 'src/administration/audit/trail.ts'],
  [
    'administration-records-imports',
    'src/administration/records/change-record.ts',
    'src/administration/access/partner.ts',
  ],
  [
    'administration-institutions-imports',
    'src/administration/institutions/biller.ts',
    'src/administration/properties/properties.ts',
  ],
  [
    'administration-access-imports',
    'src/administration/access/role.ts',
    'src/administration/institutions/institution.ts',
  ],
  [
    'administration-properties-imports',
    'src/administration/properties/properties.ts',
    'src/administration/institutions/institution.ts',
  ],
  [
    'administration-change-requests-imports',
    'src/administration/change-requests/change-gate.ts',
    'src/administration/event-delivery/sequencer.ts',
  ],
  [
    'administration-event-delivery-imports',
    'src/administration/event-delivery/webhooks/webhooks.ts',
    'src/administration/change-requests/change-gate.ts',
  ],
  [
    'administration-notifications-imports',
    'src/administration/notifications/notices.ts',
    'src/administration/reports/report.ts',
  ],
  ['administration-imports', 'src/administration/event-delivery/sequencer.ts', 'src/channels/channel/channel.ts'],
  ['administration-imports', 'src/administration/access/session.ts', 'src/edge/http/problem.ts'],
  ['administration-imports', 'src/administration/access/sign-out.ts', 'src/edge/partners/partner-family.ts'],
  ['edge-http-imports', 'src/edge/http/operation.ts', 'src/edge/partners/partner-family.ts'],
  ['http-knows-only', 'src/edge/http/operation.ts', 'src/edge/partners/partner-family.ts'],
  ['http-knows-only', 'src/edge/http/server.ts', 'src/platform/storage/database.ts'],
  ['http-knows-only', 'src/edge/http/authentication.ts', 'src/administration/access/partner.ts'],
  ['edge-partners-imports', 'src/edge/partners/partner-family.ts', 'src/edge/resource/resource.ts'],
  ['edge-resource-imports', 'src/edge/resource/page.ts', 'src/edge/partners/partner-family.ts'],
  ['edge-imports', 'src/edge/partners/partner-operation.ts', 'src/loans/lifecycle.ts'],
  ['edge-imports', 'src/edge/resource/envelope.ts', 'src/families/accounts/family.ts'],
  ['loans-imports', 'src/loans/lifecycle.ts', 'src/tokens/token.ts'],
  ['loans-imports', 'src/loans/loan-bank.fixture.ts', 'src/app/wire/rooms/bank.ts'],
  ['tokens-imports', 'src/tokens/mint.ts', 'src/edge/http/problem.ts'],
  ['tokens-imports', 'src/tokens/token-bank.fixture.ts', 'src/channels/core/core.ts'],
  ['channels-iso8583-imports', 'src/channels/iso8583/frames.ts', 'src/channels/core/core.ts'],
  ['iso8583-knows-only', 'src/channels/iso8583/frames.ts', 'src/channels/core/core.ts'],
  ['iso8583-knows-only', 'src/channels/iso8583-link/message-link.ts', 'src/platform/storage/database.ts'],
  ['channels-iso8583-link-imports', 'src/channels/iso8583-link/frame-timer.ts', 'src/channels/switches/desk.ts'],
  ['channels-switches-imports', 'src/channels/switches/listener.ts', 'src/channels/core/core.ts'],
  ['iso8583-knows-only', 'src/channels/switches/listener.ts', 'src/channels/core/core.ts'],
  ['iso8583-knows-only', 'src/channels/switches/sign-on.ts', 'src/administration/institutions/institution.ts'],
  ['channels-cards-imports', 'src/channels/cards/preferences.ts', 'src/channels/iso8583/frames.ts'],
  ['channels-core-imports', 'src/channels/core/builtin/deposit.ts', 'src/channels/channel/channel.ts'],
  ['channels-channel-imports', 'src/channels/channel/read-order.ts', 'src/channels/outbox/letter.ts'],
  ['channels-imports', 'src/channels/core/outcome.ts', 'src/families/accounts/family.ts'],
  ['channels-imports', 'src/channels/channel/gateway-checks.ts', 'src/oversight/transactions/search.ts'],
  ['oversight-transactions-imports', 'src/oversight/transactions/search.ts', 'src/oversight/dashboard/rollups.ts'],
  ['oversight-cash-imports', 'src/oversight/cash/terminal-cash.ts', 'src/oversight/exceptions/resolve.ts'],
  [
    'oversight-reconciliations-imports',
    'src/oversight/reconciliations/reconciliations.ts',
    'src/oversight/exceptions/resolve.ts',
  ],
  ['oversight-corrections-imports', 'src/oversight/corrections/corrections.ts', 'src/oversight/exceptions/resolve.ts'],
  ['oversight-alerts-imports', 'src/oversight/alerts/alert-watch.ts', 'src/oversight/exceptions/resolve.ts'],
  ['oversight-exceptions-imports', 'src/oversight/exceptions/resolve.ts', 'src/oversight/dashboard/rollups.ts'],
  ['oversight-business-days-imports', 'src/oversight/business-days/totals.ts', 'src/oversight/customers/accounts.ts'],
  ['oversight-customers-imports', 'src/oversight/customers/accounts.ts', 'src/oversight/exceptions/resolve.ts'],
  ['oversight-dashboard-imports', 'src/oversight/dashboard/figures.ts', 'src/oversight/search/record-search.ts'],
  [
    'oversight-customer-view-imports',
    'src/oversight/customer-view/customer-view.ts',
    'src/oversight/search/sources.ts',
  ],
  ['oversight-search-imports', 'src/oversight/search/sources.ts', 'src/oversight/reports/report.ts'],
  ['oversight-imports', 'src/oversight/search/record-search.ts', 'src/edge/http/problem.ts'],
  ['oversight-imports', 'src/oversight/transactions/exports.ts', 'src/families/accounts/family.ts'],
  ['families-imports', 'src/families/accounts/cash-withdrawal.ts', 'src/app/wire.ts'],
  ['families-imports', 'src/families/accounts/inquiries/balance-inquiry.ts', 'src/sandbox/scenario.ts'],
  ['families-imports', 'src/families/accounts/mini-statement.ts', 'src/app/config/config.ts'],
  ['no-family-to-family', 'src/families/lending/offer.ts', 'src/families/accounts/family.ts'],
  ['no-codes-in-concepts', 'src/loans/offer.ts', 'src/platform/kernel/catalogue/catalogue.ts'],
  ['no-codes-in-concepts', 'src/edge/http/server.ts', 'src/platform/kernel/catalogue/catalogue.ts'],
  ['sandbox-imports', 'src/sandbox/customers.ts', 'src/families/accounts/family.ts'],
  ['sandbox-imports', 'src/sandbox/terminals.ts', 'src/edge/http/problem.ts'],
  ['config-knows-only', 'src/app/config/master-key.ts', 'src/ledger/entry.ts'],
  ['observability-knows-only', 'src/app/observability/metrics.ts', 'src/edge/http/problem.ts'],
  ['no-room-without-a-rule', 'src/app/cli/main.ts', 'src/drawer/odds-and-ends.ts'],
  ['no-imports-by-a-room-without-a-rule', 'src/attic/box.ts', 'src/platform/kernel/money/money.ts'],
  ['sdk-imports', 'sdk/src/client.ts', 'src/platform/kernel/money/money.ts'],
  ['sdk-needs-no-package', 'sdk/src/transport.ts', 'node_modules/dependency/index.js'],
  ['console-imports', 'console/src/main.tsx', 'src/platform/kernel/money/money.ts'],
  ['console-area-to-area', 'console/src/pages/users/user-page.tsx', 'console/src/pages/roles/role-page.tsx'],
  ['console-kit-imports', 'console/src/kit/facts.tsx', 'console/src/pages/roles/role-page.tsx'],
  ['console-kit-imports', 'console/src/session/session.ts', 'console/src/shell/menu.tsx'],
  ['example-imports', 'examples/rest-core/server.ts', 'src/platform/kernel/money/money.ts'],
  ['example-imports', 'examples/rest-core/bank.ts', 'node_modules/dependency/index.js'],
  ['no-tooling-in-production', 'src/app/cli/bench.ts', 'bench/run.ts'],
  ['no-tooling-in-production', 'src/app/cli/integrators/core-check.ts', 'examples/rest-core/bank.ts'],
  ['no-tooling-in-production', 'src/app/lifecycle.ts', 'test/support/postgres.ts'],
  ['no-tooling-in-production', 'src/app/cli/store/verify.ts', 'src/platform/kernel/money/money.test.ts'],
  ['no-tooling-in-production', 'src/administration/access/sign-in.ts', 'src/administration/access/sign-in.fixture.ts'],
  ['no-tooling-in-production', 'src/channels/channel/choose-channel.ts', 'src/channels/channel/conformance.ts'],
  [
    'no-tooling-in-production',
    'src/channels/channel/builtin/builtin-channel.ts',
    'src/channels/channel/conformance/desk.ts',
  ],
  [
    'no-tooling-in-production',
    'src/tokens/ledgers/builtin/builtin-ledger.ts',
    'src/tokens/ledgers/conformance/desk.ts',
  ],
  ['no-dev-dependency-in-production', 'src/platform/kernel/identifiers/ids.ts', 'node_modules/dev-tool/index.js'],
  ['no-undeclared-dependency', 'src/platform/kernel/secrets/secrets.ts', 'node_modules/lucky-find/index.js'],
  ['no-unresolvable', 'src/platform/kernel/problems/problem.ts', './nowhere.ts'],
  ['no-index-file', 'src/app/cli/store/migrate.ts', 'src/platform/kernel/index.ts'],
]

// Two rules need more than one import and have their own tests.
const CYCLE = 'no-cycle'
const BARREL = 'no-barrel'

// One row per import that must stay allowed.
const ALLOWED: [from: string, to: string][] = [
  ['src/edge/http/server.ts', 'src/platform/kernel/problems/problem.ts'],
  ['src/platform/storage/database.ts', 'src/platform/kernel/problems/problem.ts'],
  ['src/administration/records/change-record.ts', 'src/administration/audit/trail.ts'],
  ['src/administration/institutions/institution.ts', 'src/administration/records/change-record.ts'],
  ['src/oversight/business-days/end-of-day.ts', 'src/administration/institutions/institution.ts'],
  ['src/ledger/post.ts', 'src/platform/storage/database.ts'],
  ['src/ledger/post.ts', 'src/ledger/entry.ts'],
  ['src/loans/lifecycle.ts', 'src/ledger/post.ts'],
  ['src/tokens/mint.ts', 'src/rules/fee-table.ts'],
  ['src/channels/core/builtin/cash-withdrawal.ts', 'src/ledger/post.ts'],
  ['src/channels/core/builtin/cash-withdrawal.ts', 'src/platform/storage/database.ts'],
  ['src/edge/partners/partner-family.ts', 'src/administration/access/session.ts'],
  ['src/edge/partners/partner-family.ts', 'src/administration/audit/trail.ts'],
  ['src/edge/partners/partner-family.ts', 'src/administration/institutions/institution.ts'],
  ['src/edge/partners/partner-family.ts', 'src/edge/http/server.ts'],
  ['src/edge/partners/partner-family.ts', 'src/platform/kernel/catalogue/catalogue.ts'],
  ['src/families/lending/family.ts', 'src/edge/partners/partner-family.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/channels/core/core.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/edge/http/server.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/edge/resource/resource.ts'],
  ['src/edge/resource/resource.ts', 'src/edge/http/server.ts'],
  ['src/edge/resource/resource.ts', 'src/administration/institutions/institution.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/platform/kernel/catalogue/catalogue.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/families/accounts/family.ts'],
  ['src/families/accounts/cash-withdrawal.test.ts', 'src/families/lending/family.ts'],
  ['src/platform/kernel/money/money.test.ts', 'test/support/postgres.ts'],
  ['src/platform/kernel/money/money.test.ts', 'node_modules/dev-tool/index.js'],
  ['src/administration/access/sign-in.test.ts', 'src/administration/access/sign-in.fixture.ts'],
  ['src/administration/access/sign-in.fixture.ts', 'test/support/postgres.ts'],
  ['src/tokens/mint.fixture.ts', 'src/ledger/post.ts'],
  ['src/channels/channel/builtin/builtin-channel.test.ts', 'src/channels/channel/conformance.ts'],
  ['src/channels/channel/conformance/desk.ts', 'test/support/postgres.ts'],
  ['src/tokens/ledgers/conformance/desk.ts', 'test/support/until.ts'],
  ['src/channels/channel/builtin/builtin-channel.ts', 'src/channels/core/core.ts'],
  ['src/oversight/exceptions/resolve.ts', 'src/oversight/transactions/search.ts'],
  ['src/platform/kernel/identifiers/ids.ts', 'node_modules/dependency/index.js'],
  ['src/platform/kernel/time/clock.ts', 'node:sqlite'],
  ['src/sandbox/customers.ts', 'src/channels/core/core.ts'],
  ['src/app/config/config.ts', 'src/platform/kernel/problems/problem.ts'],
  ['src/app/wire.ts', 'src/families/accounts/cash-withdrawal.ts'],
  ['src/app/wire.ts', 'src/families/lending/family.ts'],
  ['src/app/wire.ts', 'src/sandbox/customers.ts'],
  ['src/app/wire.ts', 'src/app/wire/rooms/bank.ts'],
  ['src/app/wire/rooms/bank.ts', 'src/channels/core/core.ts'],
  ['src/app/lifecycle.ts', 'src/sandbox/customers.ts'],
  ['src/app/cli/main.ts', 'src/app/lifecycle.ts'],
  ['src/app/cli/main.ts', 'src/app/wire.ts'],
  ['bin/tillgate.js', 'src/app/cli/main.ts'],
  ['sdk/src/client.ts', 'contract/accounts.json'],
  ['sdk/src/client.ts', 'sdk/src/generated.ts'],
  ['sdk/generate.ts', 'node_modules/dev-tool/index.js'],
  ['console/src/pages/users/user-page.tsx', 'console/src/kit/facts.tsx'],
  ['console/src/pages/users/user-page.tsx', 'sdk/src/client.ts'],
  ['console/src/pages/users/user-page.tsx', 'console/src/pages/users/user-form.tsx'],
  ['console/src/router.tsx', 'console/src/pages/users/user-page.tsx'],
  ['test/journeys/withdraw.test.ts', 'sdk/src/client.ts'],
  ['bench/run.ts', 'test/support/postgres.ts'],
  ['examples/rest-core/server.ts', 'examples/rest-core/bank.ts'],
  ['examples/rest-core/server.ts', 'node:http'],
  ['test/rest-core/example.test.ts', 'examples/rest-core/bank.ts'],
]

test('every forbidden import is reported by its rule, and nothing else', (t) => {
  const root = plantTree(
    t,
    BREACHES.map(([, from, to]) => [from, to]),
  )
  const { modules, violations } = checkImportRules(root)

  assert.ok(modules > BREACHES.length, `only ${modules} modules were cruised`)
  const expected = BREACHES.map(([rule, from, to]) => `${rule}: ${from} → ${to}`)
  assert.deepEqual(violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`).sort(), expected.sort())
})

test('every rule has a violation that proves it', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: readonly { readonly name: string }[]
  }
  const broken = new Set([...BREACHES.map(([rule]) => rule), CYCLE, BARREL])
  assert.deepEqual([...broken].sort(), forbidden.map(({ name }) => name).sort())
})

test('a cycle is forbidden, even one made of types only', (t) => {
  const root = plantTree(t, [])
  plant(root, 'src/ledger/journal.ts', `import type { Entry } from './entry.ts'\nexport type Journal = Entry[]\n`)
  plant(
    root,
    'src/ledger/entry.ts',
    `import type { Journal } from './journal.ts'\nexport interface Entry { of: Journal }\n`,
  )

  const { violations } = checkImportRules(root)
  assert.deepEqual(new Set(violations.map(({ rule }) => rule)), new Set([CYCLE]))
  assert.match(violations[0]!.from, /^src\/ledger\/(journal|entry)\.ts$/)
})

test('a file that re-exports another file is a barrel', (t) => {
  const root = plantTree(t, [])
  plant(root, 'src/platform/kernel/money/money.ts', 'export const cents = 100\n')
  plant(root, 'src/platform/kernel/everything.ts', `export * from './money/money.ts'\n`)

  assert.deepEqual(checkImportRules(root).violations, [
    { rule: BARREL, from: 'src/platform/kernel/everything.ts', to: 'src/platform/kernel/money/money.ts' },
  ])
})

test('the imports that the design allows pass', (t) => {
  const { modules, violations } = checkImportRules(plantTree(t, ALLOWED))

  assert.ok(modules > 20, `only ${modules} modules were cruised`)
  assert.deepEqual(violations, [])
})

test('a tree without sources does not pass', (t) => {
  const root = plantTree(t, [])
  plant(root, 'test/lonely.test.ts', 'export {}\n')

  assert.throws(() => checkImportRules(root), /no TypeScript file in src/)
})

// Creates a project with the real configuration whose files import each other as listed.
function plantTree(t: TestContext, imports: [from: string, to: string][]): string {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-imports-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(project, '.dependency-cruiser.cjs'), join(root, '.dependency-cruiser.cjs'))
  const manifest = { type: 'module', dependencies: { dependency: '1.0.0' }, devDependencies: { 'dev-tool': '1.0.0' } }
  plant(root, 'package.json', JSON.stringify(manifest))
  plant(root, 'sdk/package.json', JSON.stringify({ type: 'module' }))

  const lines = new Map<string, string[]>()
  for (const [from, to] of imports) {
    lines.set(from, [...(lines.get(from) ?? []), `import ${JSON.stringify(specifier(from, to))}\n`])
    if (isFile(to) && !lines.has(to)) lines.set(to, [])
  }
  for (const [file, content] of lines) plant(root, file, file.endsWith('.json') ? '{}' : content.join(''))
  return root
}

function isFile(to: string): boolean {
  return !to.startsWith('node:') && !to.startsWith('.')
}

function specifier(from: string, to: string): string {
  if (!isFile(to)) return to
  const installed = /^node_modules\/([^/]+)\//.exec(to)
  return installed?.[1] ?? `${dirname(from).replaceAll(/[^/]+/g, '..')}/${to}`
}

function plant(root: string, file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
  const installed = /^node_modules\/([^/]+)\/index\.js$/.exec(file)?.[1]
  if (installed) plant(root, `node_modules/${installed}/package.json`, JSON.stringify({ name: installed }))
}
