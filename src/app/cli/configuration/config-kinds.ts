// The kinds of records that `tillgate config` exports and imports. Each names the operations of the API that make and change
// one, so that a file has the fields of the API and the same rules hold. They are imported in this order: what others name
// comes first.

import { type TObject, type TSchema, Type } from 'typebox'
import type { Caller } from '../../../administration/access/principal/caller.ts'
import { SECRET_NAMES } from '../../../administration/institutions/connectivity/connection-secrets.ts'
import type { RecordFields } from '../../../administration/records/record-kind.ts'
import { orNull } from '../../../edge/resource/nullable.ts'
import { identifier } from '../../../edge/resource/record-shapes.ts'
import { connectionReply } from '../../../families/onboarding/directory/connectivity/connection-shapes.ts'
import { partner } from '../../../families/onboarding/directory/partners/partner-shapes.ts'
import { webhookReply } from '../../../families/onboarding/directory/webhooks/webhook-shapes.ts'
import type { OnboardingOperation } from '../../../families/onboarding/onboarding-operation.ts'
import { ONBOARDING_OPERATIONS } from '../../../families/onboarding/operations.ts'
import { roleReply } from '../../../families/onboarding/people/roles/role-resource.ts'
import { replyOf as productReply } from '../../../families/onboarding/settings/loan-products/loan-product-shapes.ts'
import { rateReply } from '../../../families/onboarding/settings/loan-rates/loan-rate-resource.ts'
import { isUuid } from '../../../platform/kernel/identifiers/ids.ts'
import { invalidFields } from '../../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../../platform/kernel/scope.ts'
import type { ListPage, PageRequest } from '../../../platform/storage/statements/list-query.ts'
import type { RecordAdministration } from '../../wire/rooms/record-administration.ts'
import { FILE_RECIPIENTS, RECIPIENT_NAMES } from './alert-recipients.ts'
import type { Naming } from './record-naming.ts'
import { type Fields, type RecordShape, recordShape } from './record-shape.ts'
import { isStoredProperty, isStoredSecret, type SecretServices } from './stored-secrets.ts'

/** A record as it is stored: its place in the database, and its fields by the names of the API. */
export interface StoredRecord {
  readonly id: string
  readonly version: number
  readonly fields: Fields
}

/** A field that is the id of another record here, and its code in a file. */
export interface Reference {
  readonly field: string
  readonly as: string
  /** The section of the records that are named. */
  readonly section: string
  readonly code: string
  /** Codes are unique within this field, which both records have. */
  readonly within: string
  /** Ends a sentence that begins with the field: `is not …`. */
  readonly what: string
}

interface KindFacts {
  /** The section of a file. */
  readonly section: string
  /** The fields that tell records apart. */
  readonly key: readonly string[]
  /** False: several records may have one key. */
  readonly isUnique: boolean
  /** The field that people move. */
  readonly state: 'status' | 'isActive' | 'isEnabled'
  readonly reference?: Reference
  /** For fields that one reference cannot say. */
  readonly naming?: Naming
  /** The caller that makes the record; throws when a field names nothing. */
  readonly makerOf?: (services: RecordAdministration, caller: Caller, fields: Fields) => Promise<Caller>
  /** The fields of a record that are secret. */
  readonly secrets?: (fields: Fields) => readonly string[]
  /** Whether the secret is the one that is stored. */
  readonly isStored?: (services: SecretServices, id: string, field: string, value: unknown) => Promise<boolean>
}

export interface ConfigKind extends KindFacts {
  readonly create: OnboardingOperation
  readonly change: OnboardingOperation
  /** Switches off what the API makes switched on. */
  readonly deactivate?: OnboardingOperation
  readonly shape: RecordShape
  /** Fields beside those of the body that makes a record: they never change. */
  readonly fixed: readonly string[]
  read(services: RecordAdministration): Promise<readonly StoredRecord[]>
  find(services: RecordAdministration, id: string): Promise<StoredRecord>
}

interface Records<Item> {
  list(scope: Scope, filter: object, page: PageRequest): Promise<ListPage<Item>>
  find(scope: Scope, id: string): Promise<Item>
}

interface Definition<Item extends RecordFields> extends Partial<KindFacts> {
  readonly section: string
  readonly key: readonly string[]
  readonly state: KindFacts['state']
  readonly create: string
  readonly change: string
  readonly deactivate?: string
  records(services: RecordAdministration): Records<Item>
  /** The record by the names of the API; as it is unless stated. */
  wire?(item: Item): object
  /** Records that are no configuration. */
  isLeftOut?(item: Item): boolean
  /** Fields that differ from those of the body that makes a record. */
  readonly fields?: Readonly<Record<string, TSchema>>
  readonly fixed?: readonly string[]
}

/** All records in one page. */
const ALL: PageRequest = { page: 1, size: 10_000_000 }

function kind<Item extends RecordFields>(definition: Definition<Item>): ConfigKind {
  const { create, change, deactivate, records, wire = (item) => item, isLeftOut = () => false, ...facts } = definition
  const { fields = {}, fixed = [], isUnique = true, ...rest } = facts
  const creation = operationOf(create)
  const record = (creation.reply as TObject).properties.data as TObject
  const added = Object.fromEntries(fixed.map((name) => [name, record.properties[name] as TSchema]))
  const { reference } = rest
  const { [reference?.field ?? '']: _, ...own } = (creation.body as TObject).properties
  const named = reference && { [reference.as]: Type.Optional(orNull(identifier(`The ${reference.code}`))) }
  const storedOf = (item: Item): StoredRecord => ({
    id: item.id,
    version: item.version,
    fields: wire(item) as Fields,
  })
  return {
    ...rest,
    isUnique,
    fixed,
    create: creation,
    change: operationOf(change),
    ...(deactivate !== undefined && { deactivate: operationOf(deactivate) }),
    shape: recordShape(Type.Object(own), record, { ...rest, more: { ...fields, ...named, ...added } }),
    async read(services) {
      const { items } = await records(services).list({}, {}, ALL)
      return items.filter((item) => !isLeftOut(item)).map(storedOf)
    },
    find: async (services, id) => storedOf(await records(services).find({}, id)),
  }
}

function operationOf(id: string): OnboardingOperation {
  const operation = ONBOARDING_OPERATIONS.find((one) => one.id === id)
  if (operation === undefined) throw new Error(`there is no operation ${id}`)
  return operation
}

export const CONFIG_KINDS: readonly ConfigKind[] = [
  kind({
    section: 'transactionCapabilities',
    create: 'CreateTransactionCapability',
    change: 'UpdateTransactionCapability',
    key: ['code'],
    state: 'isActive',
    records: ({ capabilities }) => capabilities,
    // They come with the schema.
    isLeftOut: ({ isSystem }) => isSystem,
  }),
  kind({
    section: 'institutions',
    create: 'CreateInstitution',
    change: 'UpdateInstitution',
    key: ['institutionId'],
    state: 'status',
    records: ({ institutions }) => institutions,
  }),
  kind({
    section: 'subTenants',
    create: 'CreateSubTenant',
    change: 'UpdateSubTenant',
    key: ['institutionId', 'tenantCode'],
    state: 'status',
    records: ({ subTenants }) => subTenants,
  }),
  kind({
    section: 'accountTypes',
    create: 'CreateAccountType',
    change: 'UpdateAccountType',
    key: ['institutionId', 'code'],
    state: 'isActive',
    records: ({ accountTypes }) => accountTypes,
  }),
  kind({
    section: 'billers',
    create: 'CreateBiller',
    change: 'UpdateBiller',
    key: ['institutionId', 'billerId'],
    state: 'isActive',
    records: ({ billers }) => billers,
  }),
  kind({
    section: 'coreConnectivity',
    create: 'CreateCoreConnectivity',
    change: 'UpdateCoreConnectivity',
    key: ['institutionId', 'environment', 'name'],
    isUnique: false,
    state: 'status',
    records: ({ connections }) => connections,
    wire: connectionReply,
    // The sandbox's own cannot be made or changed.
    isLeftOut: ({ coreType }) => coreType === 'SANDBOX',
    secrets: () => SECRET_NAMES,
    isStored: isStoredSecret,
  }),
  kind({
    section: 'terminals',
    create: 'CreateTerminal',
    change: 'UpdateTerminal',
    key: ['institutionId', 'terminalId'],
    state: 'status',
    records: ({ terminals }) => terminals,
    // One that follows its institution must go on to do so.
    wire: ({ inheritsServices, services, ...terminal }) => ({
      ...terminal,
      services: inheritsServices ? null : services,
    }),
    reference: {
      field: 'subTenantId',
      as: 'subTenant',
      section: 'subTenants',
      code: 'tenantCode',
      within: 'institutionId',
      what: 'a sub-tenant of the institution',
    },
  }),
  kind({
    section: 'partners',
    create: 'CreatePartner',
    change: 'UpdatePartner',
    deactivate: 'SetPartnerActivation',
    key: ['partnerId'],
    state: 'isActive',
    records: ({ partners }) => partners,
    // The sandbox has a partner of digital banking that works for no institution.
    fields: { institutionIds: partner.properties.institutionIds },
  }),
  kind({
    section: 'webhooks',
    create: 'CreateWebhook',
    change: 'UpdateWebhook',
    deactivate: 'SetWebhookActivation',
    // A partner may have the same address twice, for different kinds.
    key: ['partnerId', 'url'],
    isUnique: false,
    state: 'isActive',
    records: ({ webhooks }) => webhooks,
    wire: webhookReply,
  }),
  kind({
    section: 'roles',
    create: 'CreateRole',
    change: 'UpdateRole',
    key: ['roleName'],
    state: 'isEnabled',
    records: ({ roles }) => roles,
    wire: roleReply,
    // They come with the schema.
    isLeftOut: ({ isSystem }) => isSystem,
    fixed: ['institutionId'],
    makerOf: ofItsInstitution,
  }),
  kind({
    section: 'alertRules',
    create: 'CreateAlertRule',
    change: 'UpdateAlertRule',
    // Nothing keeps two rules from having one name.
    key: ['institutionId', 'name'],
    isUnique: false,
    state: 'isActive',
    records: ({ alertRules }) => alertRules,
    fields: { to: FILE_RECIPIENTS },
    naming: RECIPIENT_NAMES,
  }),
  kind({
    section: 'applicationProperties',
    create: 'CreateApplicationProperty',
    change: 'UpdateApplicationProperty',
    key: ['environment', 'application', 'institutionId', 'key'],
    state: 'isActive',
    records: ({ applicationProperties }) => applicationProperties,
    // Digital institutions are known by ids of this database only.
    isLeftOut: ({ institutionId }) => institutionId !== undefined && isUuid(institutionId),
    secrets: ({ isSecret }) => (isSecret === true ? ['value'] : []),
    isStored: isStoredProperty,
  }),
  kind({
    section: 'loanProducts',
    create: 'CreateLoanProduct',
    change: 'UpdateLoanProduct',
    key: ['productCode'],
    state: 'isActive',
    records: ({ loanProducts }) => loanProducts,
    wire: productReply,
  }),
  kind({
    section: 'loanRates',
    create: 'CreateLoanRate',
    change: 'UpdateLoanRate',
    // The newest in force of those with the same bands is quoted.
    key: ['productCode', 'effectiveFrom', 'bands'],
    isUnique: false,
    state: 'isActive',
    records: ({ loanRates }) => loanRates,
    wire: rateReply,
  }),
]

/** A role belongs to the institution of the user who makes it. */
async function ofItsInstitution(
  { institutions }: RecordAdministration,
  caller: Caller,
  { institutionId }: Fields,
): Promise<Caller> {
  if (typeof institutionId !== 'string') return caller
  const { total } = await institutions.list({}, { institutionId }, { page: 1, size: 1 })
  if (total === 0) throw invalidFields([{ path: 'institutionId', message: 'is not an institution' }])
  return { ...caller, principal: { ...caller.principal, scope: { institutionId } } }
}
