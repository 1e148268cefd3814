// The stored records of each kind: read, made and changed by the operations of the API, as `cli`.

import type { Caller } from '../../../administration/access/principal/caller.ts'
import type { OnboardingOperation } from '../../../families/onboarding/onboarding-operation.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { Sql } from '../../../platform/storage/database.ts'
import type { RecordAdministration } from '../../wire/rooms/record-administration.ts'
import { CONFIG_KINDS, type ConfigKind, type Reference, type StoredRecord } from './config-kinds.ts'
import { type Fields, fileFields } from './record-shape.ts'

export interface ConfigRecordsOptions {
  readonly sql: Sql
  readonly secretBox: SecretBox
  readonly services: RecordAdministration & { readonly clock: Clock }
  readonly caller: Caller
}

export class ConfigRecords {
  readonly #options: ConfigRecordsOptions
  /** Records that others name. Their kind is imported first, so they no longer change. */
  readonly #named = new Map<string, Promise<readonly StoredRecord[]>>()

  constructor(options: ConfigRecordsOptions) {
    this.#options = options
  }

  /** The records of a kind with their fields as a file has them, by their keys. */
  async read(kind: ConfigKind): Promise<StoredRecord[]> {
    const records = await kind.read(this.#options.services)
    return (await this.#withCodes(kind, records))
      .map((record) => asInFile(kind, record))
      .map((record) => ({ record, key: keyOf(kind, record.fields) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ record }) => record)
  }

  /** Makes a record in its first state; `fields` are those of a file, all that are required among them. */
  async create(kind: ConfigKind, fields: Fields): Promise<StoredRecord> {
    const { services, caller } = this.#options
    const maker = (await kind.makerOf?.(services, caller, fields)) ?? caller
    const { [kind.state]: _, ...settings } = await this.#withIds(kind, fields, fields)
    const isSwitch = kind.state !== 'status' && kind.deactivate === undefined
    const body = { ...settings, ...(isSwitch && { [kind.state]: false }) }
    const { id } = await this.#run(kind.create, maker, { body })
    if (kind.deactivate !== undefined) await this.#run(kind.deactivate, caller, { id, query: { isActive: false } })
    return this.#find(kind, id)
  }

  /** Refusals: those of the operation, among them that the record has another version by now. */
  async change(kind: ConfigKind, stored: StoredRecord, fields: Fields): Promise<StoredRecord> {
    const { id, version } = stored
    const body = { version, ...(await this.#withIds(kind, fields, stored.fields)) }
    await this.#run(kind.change, this.#options.caller, { id, body })
    return this.#find(kind, id)
  }

  isStored(kind: ConfigKind, { id }: StoredRecord, field: string, value: unknown): Promise<boolean> {
    const { sql, secretBox, services } = this.#options
    if (kind.isStored === undefined) throw new Error(`${kind.section} has no secrets`)
    return kind.isStored({ sql, secretBox, records: services }, id, field, value)
  }

  async #find(kind: ConfigKind, id: string): Promise<StoredRecord> {
    const found = await kind.find(this.#options.services, id)
    const [record] = await this.#withCodes(kind, [found])
    return asInFile(kind, record as StoredRecord)
  }

  /** Replaces the id of another record by its code. */
  async #withCodes(kind: ConfigKind, records: readonly StoredRecord[]): Promise<readonly StoredRecord[]> {
    const { reference, naming } = kind
    if (naming !== undefined) {
      const { sql } = this.#options
      return await Promise.all(records.map(async (one) => ({ ...one, fields: await naming.inFile(sql, one.fields) })))
    }
    if (reference === undefined) return records
    const codes = new Map((await this.#recordsNamedBy(reference)).map(({ id, fields }) => [id, fields[reference.code]]))
    return records.map((record) => {
      const { [reference.field]: id, ...fields } = record.fields
      return { ...record, fields: { ...fields, [reference.as]: codes.get(String(id)) } }
    })
  }

  /** Replaces the code of another record by its id. */
  async #withIds(kind: ConfigKind, fields: Fields, whole: Fields): Promise<Fields> {
    const { reference, naming } = kind
    if (naming !== undefined) return await naming.inDatabase(this.#options.sql, fields)
    if (reference === undefined) return fields
    const { [reference.as]: code, ...others } = fields
    if (code === undefined || code === null) return code === null ? { ...others, [reference.field]: null } : others
    const owner = whole[reference.within]
    const named = (await this.#recordsNamedBy(reference)).find(
      (record) => record.fields[reference.code] === code && record.fields[reference.within] === owner,
    )
    if (named === undefined) throw invalidFields([{ path: reference.as, message: `is not ${reference.what}` }])
    return { ...others, [reference.field]: named.id }
  }

  #recordsNamedBy({ section }: Reference): Promise<readonly StoredRecord[]> {
    const known = this.#named.get(section)
    if (known !== undefined) return known
    const kind = CONFIG_KINDS.find((one) => one.section === section)
    if (kind === undefined) throw new Error(`there is no section ${section}`)
    const read = kind.read(this.#options.services)
    this.#named.set(section, read)
    return read
  }

  /** Runs an operation as the gateway does, without a request. */
  async #run(
    operation: OnboardingOperation,
    { principal, actor }: Caller,
    { id, body, query }: { readonly id?: string; readonly body?: object; readonly query?: object },
  ): Promise<{ readonly id: string }> {
    const ask = { call: { params: { id } }, services: this.#options.services, principal, actor, body, query }
    // The operations of records use no more of the call and the services.
    const reply = await operation.handle(ask as unknown as Parameters<OnboardingOperation['handle']>[0])
    return (JSON.parse(String(reply.body)) as { readonly data: { readonly id: string } }).data
  }
}

function asInFile(kind: ConfigKind, record: StoredRecord): StoredRecord {
  return { ...record, fields: fileFields(kind.shape, record.fields) }
}

/** What tells records of a kind apart, as text. Nothing, null and an empty list are the same. */
export function keyOf(kind: ConfigKind, fields: Fields): string {
  const values = kind.key.map((name) => fields[name] ?? null)
  return JSON.stringify(values.map((value) => (Array.isArray(value) && value.length === 0 ? null : value)))
}
