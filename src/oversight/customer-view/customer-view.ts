// One customer of an institution, joined: accounts and cards, and what the caller's role shows besides. Every part is bounded and
// read by an index; a part that has more than is shown says so.

import type { ModuleId } from '../../administration/access/principal/modules.ts'
import type { Principal } from '../../administration/access/principal/principal.ts'
import type { Directory } from '../../administration/institutions/directory.ts'
import type { HotCardRecord } from '../../administration/institutions/hot-cards/hot-card-records.ts'
import type { HotCards } from '../../administration/institutions/hot-cards/hot-cards.ts'
import { type CoveredPartners, coveredPartners } from '../../administration/institutions/partners/covered-partners.ts'
import { type CustomerLoan, loansOfCustomer } from '../../loans/servicing/lists/loans-of-customer.ts'
import { businessDateAt, type Clock } from '../../platform/kernel/time/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { DigitalAccount } from '../../tokens/accounts/digital-account.ts'
import { linkedDigitalAccounts } from '../../tokens/accounts/linked-accounts.ts'
import type { AccountRecord } from '../customers/accounts/account-records.ts'
import type { CustomerAccounts } from '../customers/accounts/customer-accounts.ts'
import type { CardRecord } from '../customers/cards/card-records.ts'
import type { CustomerCards } from '../customers/cards/customer-cards.ts'
import { customerProblem } from '../customers/customer-problems.ts'
import type { AnyException } from '../exceptions/exception-list.ts'
import type { Exceptions } from '../exceptions/exceptions.ts'
import { latestOfAccounts } from '../transactions/search/latest-of-accounts.ts'
import type { TransactionRecord } from '../transactions/transaction-record.ts'

/** At most so many of a part are shown. */
export const MOST_OF_A_PART = 50
export const MOST_TRANSACTIONS = 20
/** So many cards of a customer are looked up among the hot ones. */
const MOST_HASHES = 1_000

/** Parts that can have more than is shown. The last transactions are never all of them. */
export const CUSTOMER_PARTS = ['accounts', 'cards', 'hotCards', 'loans', 'digitalAccounts', 'exceptions'] as const
export type CustomerPart = (typeof CUSTOMER_PARTS)[number]

export interface CustomerView {
  readonly institutionId: string
  readonly customerId: string
  readonly accounts: readonly AccountRecord[]
  readonly cards: readonly CardRecord[]
  /** Of these cards, those that an operator has stopped. A bank that keeps its cards itself has none here. */
  readonly hotCards: readonly HotCardRecord[]
  /** These are absent when the caller's role does not show them. */
  readonly loans?: readonly CustomerLoan[]
  readonly digitalAccounts?: readonly DigitalAccount[]
  readonly transactions?: readonly TransactionRecord[]
  readonly exceptions?: readonly AnyException[]
  readonly hasMore: readonly CustomerPart[]
}

export interface CustomerViewParts {
  readonly database: Database
  /** The bank's clock, which the sandbox can move. */
  readonly clock: Clock
  readonly directory: Pick<Directory, 'partner' | 'institution'>
  readonly customerAccounts: Pick<CustomerAccounts, 'after'>
  readonly customerCards: Pick<CustomerCards, 'after' | 'hashesOf'>
  readonly hotCards: Pick<HotCards, 'list'>
  readonly exceptions: Pick<Exceptions, 'list'>
}

type Reader = Pick<Principal, 'grants' | 'scope'>

export class CustomerViews {
  readonly #parts: CustomerViewParts

  constructor(parts: CustomerViewParts) {
    this.#parts = parts
  }

  /**
   * Refusals: `institution-not-found` outside the scope, `customer-not-found` when nothing that the caller may see names the
   * customer. Accounts and cards are the institution's: users of its sub-tenants see no customers.
   */
  async find(reader: Reader, institutionId: string, customerId: string): Promise<CustomerView> {
    const { database, directory, customerAccounts, customerCards } = this.#parts
    const { scope } = reader
    const isOutside = scope.institutionId !== undefined && scope.institutionId !== institutionId
    if (isOutside || scope.subTenantId !== undefined || directory.institution(institutionId) === undefined) {
      throw customerProblem('institution-not-found', 'there is no such institution')
    }
    const filter = { institutionId, customerId }
    const [accounts, cards, covered] = await Promise.all([
      customerAccounts.after(scope, filter, '', MOST_OF_A_PART),
      customerCards.after(scope, filter, '', MOST_OF_A_PART),
      coveredPartners(database, directory, scope),
    ])
    const accountIds = accounts.items.map(({ accountId }) => accountId)
    const loans = await this.#loans(reader, institutionId, customerId, covered)
    const digital = await this.#digitalAccounts(reader, institutionId, accountIds, covered)
    if (accounts.items.length === 0 && cards.items.length === 0 && (loans ?? []).length === 0) {
      throw customerProblem('customer-not-found', 'there is no such customer')
    }
    const hotCards = await this.#hotCards(reader, institutionId, customerId)
    const exceptions = await this.#exceptions(reader, institutionId, accountIds)
    const isMore: Readonly<Record<CustomerPart, boolean>> = {
      accounts: accounts.nextCursor !== undefined,
      cards: cards.nextCursor !== undefined,
      hotCards: hotCards.total > MOST_OF_A_PART,
      loans: (loans?.length ?? 0) > MOST_OF_A_PART,
      digitalAccounts: (digital?.length ?? 0) > MOST_OF_A_PART,
      exceptions: (exceptions?.total ?? 0) > MOST_OF_A_PART,
    }
    const shows = (module: ModuleId) => reader.grants.allows(module, 'VIEW')
    return {
      institutionId,
      customerId,
      accounts: accounts.items,
      cards: cards.items,
      hotCards: hotCards.items,
      ...(loans !== undefined && { loans: loans.slice(0, MOST_OF_A_PART) }),
      ...(digital !== undefined && { digitalAccounts: digital.slice(0, MOST_OF_A_PART) }),
      ...(shows('QUERY') && {
        transactions: await latestOfAccounts(database, { institutionId, accountIds, limit: MOST_TRANSACTIONS }),
      }),
      ...(exceptions !== undefined && { exceptions: exceptions.items }),
      hasMore: CUSTOMER_PARTS.filter((part) => isMore[part]),
    }
  }

  async #hotCards({ scope }: Reader, institutionId: string, customerId: string) {
    const { customerCards, hotCards } = this.#parts
    const panHashes = await customerCards.hashesOf(institutionId, customerId, MOST_HASHES)
    if (panHashes.length === 0) return { items: [], total: 0 }
    return hotCards.list(scope, { institutionId, panHashes, state: ['ACTIVE'] }, { page: 1, size: MOST_OF_A_PART })
  }

  async #loans(
    { grants }: Reader,
    institutionId: string,
    customerId: string,
    { lending: partnerIds }: CoveredPartners,
  ): Promise<readonly CustomerLoan[] | undefined> {
    const { database, clock, directory } = this.#parts
    const institution = directory.institution(institutionId)
    if (!grants.allows('LOAN_SERVICING', 'VIEW') || institution === undefined) return undefined
    const today = businessDateAt(clock.now(), institution)
    return loansOfCustomer(database, { institutionId, customerId, partnerIds, today, limit: MOST_OF_A_PART + 1 })
  }

  async #digitalAccounts(
    { grants }: Reader,
    institutionId: string,
    linkedAccountIds: readonly string[],
    { digital: partnerIds }: CoveredPartners,
  ): Promise<readonly DigitalAccount[] | undefined> {
    if (!grants.allows('DIGITAL_PARTIES', 'VIEW')) return undefined
    const { database } = this.#parts
    const linked = { bookId: institutionId, linkedAccountIds, partnerIds, limit: MOST_OF_A_PART + 1 }
    return linkedDigitalAccounts(database, linked)
  }

  /** Of the accounts, and of the digital accounts that pay into them: what is stuck of one, the other waits for. */
  async #exceptions({ grants, scope }: Reader, institutionId: string, linkedAccountIds: readonly string[]) {
    if (!grants.allows('EXCEPTIONS', 'VIEW')) return undefined
    if (linkedAccountIds.length === 0) return { items: [], total: 0 }
    const { database, exceptions } = this.#parts
    const linked = { bookId: institutionId, linkedAccountIds, limit: MOST_OF_A_PART }
    const digital = await linkedDigitalAccounts(database, linked)
    const accountIds = [...linkedAccountIds, ...digital.map(({ accountId }) => accountId)]
    const filter = { institutionId, accountIds, state: ['OPEN'] } as const
    return exceptions.list(scope, filter, { page: 1, size: MOST_OF_A_PART })
  }
}
