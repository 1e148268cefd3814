// What people may do: users and clients of the sandbox in another environment, second factors, four eyes, networks of webhooks.

import { DEFAULT_LIST, openFourEyes } from '../../../administration/change-requests/four-eyes.ts'
import { clientSecretContext } from '../../../administration/institutions/clients/client-secret.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { CLIENTS } from '../../../sandbox/seeding/sandbox-data.ts'
import { USERS } from '../../../sandbox/seeding/sandbox-users.ts'
import { type Check, consider, mend, when } from './finding.ts'

const MOST_SHOWN = 5

export const PEOPLE_CHECKS: readonly Check[] = [
  {
    name: 'default-passwords',
    async look({ database, secretBox }) {
      const users = await count(
        database,
        'SELECT count(*) AS count FROM users WHERE is_active AND mail_key = ANY ($1::text[])',
        [USERS.map(({ email }) => email)],
      )
      const hashes = CLIENTS.map(({ clientId, clientSecret }) => {
        return secretBox.lookupHash(clientSecret, clientSecretContext(clientId))
      })
      const clients = await count(
        database,
        `SELECT count(*) AS count FROM clients
          WHERE is_active AND (secret_hash = ANY ($1::text[]) OR old_secret_until > now() AND old_secret_hash = ANY ($1::text[]))`,
        [hashes],
      )
      return [
        ...when(
          users > 0,
          mend(
            `${users} active users of the sandbox are in this database`,
            'deactivate them: everybody knows their passwords',
          ),
        ),
        ...when(
          clients > 0,
          mend(`${clients} active clients have the secrets of the sandbox`, 'rotate them: everybody knows these'),
        ),
      ]
    },
  },
  {
    name: 'second-factor',
    async look({ database }) {
      const users = await count(
        database,
        'SELECT count(*) AS count FROM users WHERE is_active AND password_hash IS NOT NULL AND totp_sealed IS NULL',
      )
      return when(
        users > 0,
        mend(`${users} active users sign in with a password alone`, 'have them enrol a device (console: Account)'),
      )
    },
  },
  {
    name: 'administrators',
    async look({ database }) {
      const users = await count(
        database,
        `SELECT count(*) AS count FROM users WHERE is_active AND password_hash IS NOT NULL AND institution_id IS NULL`,
      )
      return when(
        users < 2,
        mend(
          `${users} users of the platform can sign in: nobody can approve what they do`,
          'invite a second one, for another person',
        ),
      )
    },
  },
  {
    name: 'four-eyes',
    async look({ database, secretBox, config: { environment } }) {
      const fourEyes = await openFourEyes({ database, secretBox, environment, log: QUIET })
      try {
        const absent = DEFAULT_LIST.filter((entry) => !fourEyes.lists([entry, wholeOf(entry)], []))
        const more = absent.length > MOST_SHOWN ? ` and ${absent.length - MOST_SHOWN} more` : ''
        return when(
          absent.length > 0,
          consider(
            `done by one person alone: ${absent.slice(0, MOST_SHOWN).join(', ')}${more}`,
            'put them back on the list four-eyes (docs/operations/four-eyes.md), or write down why not',
          ),
        )
      } finally {
        fourEyes.close()
      }
    },
  },
  {
    name: 'webhook-networks',
    async look({ database, config: { environment } }) {
      const lists = await count(
        database,
        `SELECT count(*) AS count FROM application_properties
          WHERE key = 'webhooks.allowed-networks' AND environment = $1 AND is_active`,
        [environment],
      )
      return when(
        lists > 0,
        consider(
          'webhooks may reach networks besides the public internet',
          'keep webhooks.allowed-networks as narrow as the receivers need',
        ),
      )
    },
  },
]

const QUIET = { warn: () => {} }

/** `MODULE:ACTION` of an entry that names a part. */
function wholeOf(entry: string): string {
  return entry.split(':').slice(0, 2).join(':')
}

async function count(database: Database, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ count: bigint }>(text, values)
  return Number(rows[0]?.count ?? 0n)
}
