// What the variables say: listeners, certificates, where secrets lie.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readSwitchSettings } from '../../../channels/switches/switch-settings.ts'
import { isLoopback } from '../../../platform/kernel/loopback.ts'
import { DAY_MS } from '../../../platform/kernel/time/clock.ts'
import { type Check, consider, type Found, mend, when } from './finding.ts'

const RENEW_DAYS = 30

export const CONFIGURATION_CHECKS: readonly Check[] = [
  {
    name: 'environment',
    inSandbox: true,
    look: ({ config: { environment } }) =>
      when(
        environment === 'sandbox',
        consider('this is a sandbox: its users, passwords and keys are known to everybody', 'keep real data out of it'),
      ),
  },
  {
    name: 'tls',
    look({ config: { tls, trustedProxies, host, publicUrl }, nowMs }) {
      const isOpen = tls === undefined && trustedProxies.length === 0 && !isLoopback(host)
      return [
        ...when(
          isOpen,
          mend(
            'the gateway listens without TLS, and no proxy in front of it is named',
            'set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES and let only the proxy reach the port',
          ),
        ),
        ...when(
          publicUrl === undefined,
          consider('PUBLIC_URL is not set', 'set it: links in mails and cookies go by it'),
        ),
        ...when(
          publicUrl?.startsWith('http:') === true,
          mend('PUBLIC_URL is without TLS', 'set it to the https:// address'),
        ),
        ...(tls === undefined ? [] : ofCertificate('TLS_CERT_FILE', readFileSync(tls.certFile), nowMs)),
      ]
    },
  },
  {
    name: 'database-tls',
    look({ config }) {
      const url = URL.parse(config.database.url ?? '')
      if (url === null || url.hostname === '' || isLoopback(url.hostname)) return []
      const mode = url.searchParams.get('sslmode') ?? 'prefer'
      return when(
        mode !== 'verify-full' && mode !== 'verify-ca',
        mend(
          `the database is reached over the network with sslmode ${mode}, which does not prove who answers`,
          'add sslmode=verify-full to DATABASE_URL',
        ),
      )
    },
  },
  {
    name: 'management',
    look({ config: { management } }) {
      const isReachable = !isLoopback(management.host)
      const { exposed } = management
      return [
        ...when(
          isReachable,
          consider(
            `the management listener is on ${management.host}`,
            'let only the scraper reach its port, and never a browser',
          ),
        ),
        ...when(
          exposed.includes('heapdump'),
          (isReachable ? mend : consider)(
            'heap dumps are on: they have every secret that the process has',
            'take heapdump off MANAGEMENT_EXPOSE when nobody is looking for a leak',
          ),
        ),
      ]
    },
  },
  {
    name: 'master-key',
    look: ({ config: { masterKey, previousMasterKey } }) => [
      ...when(
        masterKey?.variable === 'MASTER_KEY',
        consider(
          'the master key is in a variable, which child processes and process lists of root can show',
          'use MASTER_KEY_COMMAND, MASTER_KEY_FILES or MASTER_KEY_FILE',
        ),
      ),
      ...when(
        previousMasterKey !== undefined,
        consider('a previous master key is still set', 'remove it once nothing is sealed by it, and destroy it'),
      ),
    ],
  },
  {
    name: 'switches',
    async look({ config: { iso8583 }, nowMs }) {
      if (iso8583 === undefined) return []
      const { tls, switches } = await readSwitchSettings(iso8583.switchesFile)
      if (tls !== undefined) return ofCertificate('the certificate for switches', tls.cert, nowMs)
      return [
        consider(
          `${switches.length} switches connect without TLS`,
          'give the listener tls in ISO8583_SWITCHES_FILE, or a network that only the switch is in',
        ),
      ]
    },
  },
  {
    name: 'mail',
    look: ({ config: { mail } }) =>
      when(mail === undefined, consider('no mail leaves: invitations, resets and alerts are not told', 'set SMTP_URL')),
  },
  {
    name: 'reporting',
    look: ({ config: { securityContacts } }) =>
      when(
        securityContacts.length === 0,
        consider('nobody is named to whom a weakness is reported', 'set SECURITY_CONTACT'),
      ),
  },
  {
    name: 'log',
    look: ({ config: { logLevel } }) =>
      when(
        logLevel === 'trace' || logLevel === 'debug' || logLevel === 'silent',
        consider(`LOG_LEVEL is ${logLevel}`, 'set it to info when the fault is found'),
      ),
  },
]

function ofCertificate(what: string, pem: Buffer, nowMs: number): readonly Found[] {
  const days = Math.floor((new X509Certificate(pem).validToDate.getTime() - nowMs) / DAY_MS)
  if (days < 0) return [mend(`${what}: it has expired`, 'renew it')]
  return when(days < RENEW_DAYS, consider(`${what}: it expires in ${days} days`, 'renew it'))
}
