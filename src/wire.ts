// The only file that joins the parts. Reading it from top to bottom shows what the process is made of and in which
// order it comes up; stop() takes it down in reverse.

import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { AccessTokens } from './access/keys/access-tokens.ts'
import { EncryptedStrings, forgetUsedIds } from './access/keys/encrypted-strings.ts'
import { KeyRing } from './access/keys/key-ring.ts'
import { PasswordLinks } from './access/passwords/password-links.ts'
import { verifyPassword } from './access/passwords/passwords.ts'
import { SetPassword } from './access/passwords/set-password.ts'
import { Roles } from './access/roles/roles.ts'
import { ensureSystemRoles } from './access/roles/system-roles.ts'
import { MailOtps } from './access/second-factor/mail-otps.ts'
import { Mfa } from './access/second-factor/mfa.ts'
import { RecoveryCodes } from './access/second-factor/recovery-codes.ts'
import { Authenticator } from './access/sessions/authenticator.ts'
import { forgetOldFailures } from './access/sessions/lockout.ts'
import { Sessions } from './access/sessions/sessions.ts'
import { SignIn } from './access/sessions/sign-in.ts'
import { SingleSignOn } from './access/single-sign-on/single-sign-on.ts'
import { Users } from './access/users/users.ts'
import { PreferenceProfiles } from './cards/preference-profiles.ts'
import type { Config } from './config.ts'
import { BuiltinBank } from './core/builtin/builtin-bank.ts'
import { chooseCore } from './core/choose-core.ts'
import type { CoreBanking, CoreOf } from './core/core.ts'
import { accountsFamily } from './families/accounts/family.ts'
import { accountsOpenApi } from './families/accounts/openapi.ts'
import { onboardingFamily } from './families/onboarding/family.ts'
import type { OnboardingServices } from './families/onboarding/onboarding-operation.ts'
import { onboardingOpenApi } from './families/onboarding/openapi.ts'
import { readBuildFacts } from './families/operations/build-facts.ts'
import { operationsFamily } from './families/operations/family.ts'
import type { SandboxControls } from './families/operations/sandbox-controls.ts'
import { referenceFamily } from './families/reference/family.ts'
import { createLogger } from './http/log.ts'
import { createServer } from './http/server/server.ts'
import { ClientUsage } from './institutions/client-usage.ts'
import { type OpenDirectory, openDirectory } from './institutions/directory-store.ts'
import { Partners } from './institutions/partners.ts'
import { type Sweep, startSweeps } from './jobs/periodic.ts'
import { businessDateAt, type Clock, type MovableClock, systemClock } from './kernel/clock.ts'
import { unavailable } from './kernel/problem.ts'
import { SecretBox } from './kernel/secrets.ts'
import { InquiryDesk } from './ledger/inquiries/inquire.ts'
import { PostingPipeline } from './ledger/post.ts'
import { closeLedgerDays, ledgerSweeps } from './ledger/sweeps/ledger-sweeps.ts'
import { MailSender } from './mail/mail-sender.ts'
import { type MailTransport, noTransport } from './mail/mail-transport.ts'
import { Outbox } from './mail/outbox.ts'
import { sandboxTransport } from './mail/sandbox-transport.ts'
import { type RunningGateway, reachable } from './main.ts'
import { loadMasterKeys } from './master-key.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { readMailbox } from './sandbox/mailbox.ts'
import { resetSandbox } from './sandbox/reset-sandbox.ts'
import { advanceSandboxClock, openSandboxClock } from './sandbox/sandbox-clock.ts'
import { sandboxCredentials } from './sandbox/sandbox-credentials.ts'
import { scenarioCore } from './sandbox/scenario-core.ts'
import { seedSandbox } from './sandbox/seed-sandbox.ts'
import type { Database } from './storage/database.ts'
import { migrate } from './storage/migrate.ts'
import { checkServerVersion } from './storage/open-database.ts'
import { statisticsSweep } from './storage/statistics.ts'
import { checkOwnership } from './store-ownership.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Takes the database over: it is closed when the gateway stops, or does not come up. */
export async function start(config: Config, database: Database): Promise<RunningGateway> {
  const logger = createLogger({ level: config.logLevel })
  try {
    return await startOn(database, config, logger)
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

async function startOn(database: Database, config: Config, logger: Logger): Promise<RunningGateway> {
  const isSandbox = config.environment === 'sandbox'
  await checkServerVersion(database)
  await migrate(database)
  const secretBox = new SecretBox(loadMasterKeys(config))
  await checkOwnership(database, secretBox, config)
  await database.transaction((sql) => ensureSystemRoles(sql))
  if (isSandbox) await database.transaction((sql) => seedSandbox(sql, { clock: systemClock, secretBox }))

  const sandboxClock = isSandbox ? await openSandboxClock({ database, base: systemClock }) : undefined
  const clock: Clock = sandboxClock?.clock ?? systemClock
  const directory = await openDirectory({ database, environment: config.environment, log: logger })
  const metrics = createMetrics()
  metrics.watchPool(() => database.load())

  const books = openBooks({ database, clock, directory, metrics, logger })
  const bank = new BuiltinBank({ directory, clock, secretBox, database, ...books })
  const cores: Record<string, CoreBanking> = { BUILTIN: bank }
  if (isSandbox) cores.SANDBOX = scenarioCore(bank, database)
  const coreOf = chooseCore(directory, cores)

  let listeningAt = ''
  const publicUrl = () => config.publicUrl ?? reachable(listeningAt)
  // Sessions, codes and locks live in real time: moving the sandbox's business date must not sign anybody out.
  const administration = await openAdministration({
    database,
    clock: systemClock,
    secretBox,
    directory,
    config,
    logger,
    publicUrl,
  })
  const clientUsage = new ClientUsage(database)

  const endOfDay = () => closeLedgerDays({ database, clock })
  const sweeps = startSweeps(
    [
      ...ledgerSweeps({ database, clock, directory }),
      ...administration.sweeps,
      clientUsage.sweep(),
      statisticsSweep(database),
    ],
    { clock, log: logger },
  )

  let draining = false
  const publicServer = createServer({
    families: [
      accountsFamily({
        coreOf,
        directory,
        clock,
        secretBox,
        preferenceProfiles: new PreferenceProfiles(database, secretBox, clock),
        healthProbes: healthProbes(database, directory, coreOf),
        clientUse: clientUsage,
        environment: config.environment,
      }),
      onboardingFamily(administration.services),
      referenceFamily([
        { name: 'accounts', title: 'Account services', document: accountsOpenApi() },
        { name: 'onboarding', title: 'Onboarding and administration', document: onboardingOpenApi() },
      ]),
    ],
    clock,
    logger,
    observer: metrics.requests,
    tls: readTls(config),
    trustedProxies: config.trustedProxies,
  })
  const managementServer = createServer({
    families: [
      operationsFamily({
        token: config.management.token,
        health: {
          db: async () => {
            await database.query('SELECT 1')
            return { engine: database.engine }
          },
          core: async () => probeCores(directory, coreOf),
          jobs: () => {
            const { status, sweeps: states } = sweeps.health()
            // Health is open to whoever reaches the listener; why a sweep failed is for the log.
            return {
              status,
              details: Object.fromEntries(Object.entries(states).map(([name, one]) => [name, one.status])),
            }
          },
          isDraining: () => draining,
          dataDir: config.dataDir,
        },
        facts: await readBuildFacts(ROOT),
        metrics,
        sandbox:
          sandboxClock && sandboxControlsOf({ database, clock: sandboxClock.clock, directory, secretBox, endOfDay }),
      }),
    ],
    clock,
    logger,
    observer: metrics.requests,
  })

  await publicServer.listen({ host: config.host, port: config.port })
  listeningAt = urlOf(publicServer, config.host, config.tls !== undefined)
  await managementServer.listen({ host: config.management.host, port: config.management.port })

  return {
    publicUrl: listeningAt,
    managementUrl: urlOf(managementServer, config.management.host, false),
    async stop() {
      draining = true
      await publicServer.close()
      await Promise.all([books.pipeline.drained(), books.inquiries.drained()])
      await sweeps.close()
      await administration.close()
      // When the store is away these notes are lost, and nothing else is.
      await clientUsage.flush().catch(() => {})
      await managementServer.close()
      sandboxClock?.close()
      directory.close()
      await database.close()
      await new Promise((resolve) => logger.flush(resolve))
    },
  }
}

interface AdministrationParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly directory: OpenDirectory
  readonly config: Config
  readonly logger: Logger
  publicUrl(): string
}

interface Administration {
  readonly services: OnboardingServices
  readonly sweeps: readonly Sweep[]
  close(): Promise<void>
}

async function openAdministration(parts: AdministrationParts): Promise<Administration> {
  const { database, clock, secretBox, directory, config, logger, publicUrl } = parts
  const outbox = new Outbox({ secretBox, clock })
  const mailSender = new MailSender({ database, secretBox, clock, transport: await mailTransport(parts), log: logger })
  mailSender.start()

  const keyRing = await KeyRing.open({ database, secretBox, clock })
  const encryptedStrings = new EncryptedStrings({ keyRing, secretBox, clock })
  const accessTokens = new AccessTokens({ keyRing, clock })
  const authenticator = new Authenticator({ database, accessTokens, clock })
  const sessions = new Sessions({ database, clock, secretBox, authenticator })
  const mfa = new Mfa({ database, secretBox, clock })
  const recoveryCodes = new RecoveryCodes({ secretBox, clock })
  const signIn = new SignIn({ database, clock, verifyPassword, accessTokens, sessions, mfa, recoveryCodes })
  const passwordLinks = new PasswordLinks({ database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailOtps = new MailOtps({ database, clock, secretBox, outbox })
  const { oidc } = config
  return {
    services: {
      database,
      clock,
      keyRing,
      encryptedStrings,
      accessTokens,
      authenticator,
      sessions,
      signIn,
      users: new Users({ database, clock, passwordLinks }),
      roles: new Roles({ database, clock }),
      mfa,
      recoveryCodes,
      passwordLinks,
      setPassword: new SetPassword({ database, clock, passwordLinks, sessions }),
      mailOtps,
      singleSignOn: oidc && new SingleSignOn({ oidc, database, clock, secretBox, signIn, publicUrl }),
      mailSender,
      partners: new Partners({ database, clock, secretBox, directory }),
      environment: config.environment,
    },
    sweeps: [
      { name: 'rotate-keys', everyMs: MINUTE_MS, run: () => keyRing.rotateIfDue() },
      { name: 'forget-used-ids', everyMs: MINUTE_MS, run: () => forgetUsedIds(database, clock) },
      { name: 'forget-mail-otps', everyMs: HOUR_MS, run: () => mailOtps.forgetOld() },
      { name: 'forget-sign-in-failures', everyMs: HOUR_MS, run: () => forgetOldFailures(database, clock.now()) },
      { name: 'delete-old-sessions', everyMs: HOUR_MS, run: () => sessions.deleteOld() },
    ],
    async close() {
      await mailSender.close()
      await authenticator.close()
    },
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function mailTransport({ config, database, clock }: AdministrationParts): Promise<MailTransport> {
  const { mail } = config
  if (mail !== undefined) {
    // Loaded only where there is a mail server.
    const { SmtpTransport } = await import('./mail/smtp-transport.ts')
    return new SmtpTransport({ url: mail.smtpUrl, from: mail.from })
  }
  return config.environment === 'sandbox' ? sandboxTransport({ database, clock }) : noTransport
}

interface BooksParts {
  readonly database: Database
  readonly clock: Clock
  readonly directory: OpenDirectory
  readonly metrics: Metrics
  readonly logger: Logger
}

function openBooks({ database, clock, directory, metrics, logger }: BooksParts) {
  const businessDateOf = (institutionId: string, nowMs: number) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution is not known')
    return businessDateAt(nowMs, institution)
  }
  const observer = {
    ...metrics.posting,
    defect: (error: unknown) => logger.error({ err: error }, 'an order could not be posted'),
  }
  return {
    pipeline: new PostingPipeline({ database, clock, observer, businessDateOf }),
    inquiries: new InquiryDesk({ database, clock, businessDateOf }),
  }
}

/** Each core that some institution uses, once, however many institutions share it. */
function* coresInUse(directory: OpenDirectory, coreOf: CoreOf): Iterable<{ name: string; probe(): Promise<void> }> {
  const seen = new Set<string>()
  for (const { institutionId, coreType, status } of directory.institutions()) {
    if (status !== 'ACTIVE' || seen.has(coreType)) continue
    seen.add(coreType)
    yield { name: coreType, probe: () => coreOf(institutionId).probe() }
  }
}

function healthProbes(database: Database, directory: OpenDirectory, coreOf: CoreOf) {
  return {
    gateway: async () => {
      await database.query('SELECT 1')
    },
    cores: () => coresInUse(directory, coreOf),
  }
}

async function probeCores(directory: OpenDirectory, coreOf: CoreOf): Promise<Record<string, unknown>> {
  const cores = [...coresInUse(directory, coreOf)]
  await Promise.all(cores.map((core) => core.probe()))
  return { cores: cores.map((core) => core.name) }
}

interface SandboxParts {
  readonly database: Database
  readonly clock: MovableClock
  readonly directory: OpenDirectory
  readonly secretBox: SecretBox
  endOfDay(): Promise<unknown>
}

function sandboxControlsOf({ database, clock, directory, secretBox, endOfDay }: SandboxParts): SandboxControls {
  return {
    reset: () => resetSandbox(database, { clock, secretBox, directory }),
    advanceClock: (step) => advanceSandboxClock(step, { database, clock, directory, closePassedDays: endOfDay }),
    mailbox: (to) => readMailbox(database, to),
    credentials: () => sandboxCredentials(),
  }
}

function readTls(config: Config): { cert: Buffer; key: Buffer } | undefined {
  if (config.tls === undefined) return undefined
  return { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) }
}

function urlOf(server: FastifyInstance, host: string, isTls: boolean): string {
  const { port } = server.server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return `${isTls ? 'https' : 'http'}://${name}:${port}`
}
