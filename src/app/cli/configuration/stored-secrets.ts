// Whether a secret in a file is the one that is stored: a repeated import must not store it again.

import {
  changedSecrets,
  type SecretName,
} from '../../../administration/institutions/connectivity/connection-secrets.ts'
import { readSettings } from '../../../administration/institutions/connectivity/connection-settings.ts'
import { readPlainValue } from '../../../administration/properties/write-property.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { RecordAdministration } from '../../wire/rooms/record-administration.ts'

export interface SecretServices {
  readonly sql: Sql
  readonly secretBox: SecretBox
  readonly records: Pick<RecordAdministration, 'connections'>
}

/** The mask that exports have in place of secrets; in a file it keeps what is stored. */
export const MASK = '********'

export async function isStoredSecret(
  { sql, secretBox, records }: SecretServices,
  id: string,
  field: string,
  value: unknown,
): Promise<boolean> {
  const settings = await readSettings(sql, await records.connections.find({}, id))
  if (settings === undefined) return false
  const { secrets } = settings
  const name = field as SecretName
  return changedSecrets(secretBox, secrets, { [name]: value as string | null })[name] === secrets[name]
}

export async function isStoredProperty(
  { sql, secretBox }: SecretServices,
  id: string,
  _field: string,
  value: unknown,
): Promise<boolean> {
  return (await readPlainValue(sql, secretBox, id)) === value
}
