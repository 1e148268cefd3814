// The ways out of an exception of tokens. Each action is one compare-and-set under the lock of the movement: what does not fit,
// or not any more, is refused.

import { authorOf } from '../../administration/audit/actor.ts'
import { type AuditEntry, recordAudit } from '../../administration/audit/audit-log.ts'
import type { RecordCaller } from '../../administration/records/record-kind.ts'
import type { Account } from '../../ledger/account.ts'
import { newId } from '../../platform/kernel/identifiers/ids.ts'
import { maskPansIn } from '../../platform/kernel/identifiers/pan.ts'
import { invalidFields, type Problem } from '../../platform/kernel/problems/problem.ts'
import type { Scope } from '../../platform/kernel/scope.ts'
import { type Clock, isoTimestamp, systemClock } from '../../platform/kernel/time/clock.ts'
import type { Database, Sql } from '../../platform/storage/database.ts'
import type { DigitalLedger } from '../ledgers/digital-ledger.ts'
import type { LedgerName } from '../ledgers/ledger-names.ts'
import type { RemoteOf } from '../movements/accounts/linked-accounts.ts'
import type { IssuerFactsCache } from '../movements/checks/issuer-facts.ts'
import type { Coordinator } from '../movements/coordination/coordinator.ts'
import type { Movement, MovementKind } from '../movements/movement.ts'
import type { PostMovements } from '../movements/post-movements.ts'
import { AlreadyRecorded } from '../movements/posting/movement-posting.ts'
import { findMovement } from '../movements/reading/read-movements.ts'
import { isRefused, type SagaEvent } from '../movements/saga/steps.ts'
import { auditOwnerOf } from '../resource.ts'
import type { SettingsOf } from '../settings.ts'
import { readTokenExceptions } from './exception-records.ts'
import type { LedgerAdjustments } from './ledger-adjustments.ts'
import { PAYMENT_ACTIONS, type Payment, type PaymentAction } from './payment.ts'
import { MOVEMENT_TYPES, type TokenAction, type TokenExceptionRecord } from './token-exception.ts'
import { tokenExceptionProblem } from './token-exception-problems.ts'
import type { UnclaimedPayments } from './unclaimed-payments.ts'

export interface TokenExceptionsParts<A extends Account> {
  readonly database: Database
  readonly clock: Clock
  readonly posts: PostMovements<A>
  readonly coordinator: Coordinator
  readonly payments: UnclaimedPayments<A>
  readonly issuers: IssuerFactsCache
  readonly settingsOf: SettingsOf
  readonly remoteOf: RemoteOf
  /** Compares an account with its ledger now. */
  reconcile(accountId: string): Promise<void>
  /** Compares the supply that an exception is about with the ledger now. */
  reconcileSupply(exceptionId: string): Promise<void>
  readonly adjustments: LedgerAdjustments
  ledgerOf(name: LedgerName): DigitalLedger
}

export interface RequestedAction {
  readonly action: TokenAction
  readonly reason: string
  /** PAY_OUT. */
  readonly linkedAccountId?: string | undefined
  /** SETTLED_OUTSIDE. */
  readonly externalReference?: string | undefined
}

interface Asked extends RequestedAction {
  readonly caller: RecordCaller
  readonly exception: TokenExceptionRecord
}

export class TokenExceptions<A extends Account = Account> {
  readonly #parts: TokenExceptionsParts<A>

  constructor(parts: TokenExceptionsParts<A>) {
    this.#parts = parts
  }

  async find(scope: Scope, id: string): Promise<TokenExceptionRecord | undefined> {
    const [found] = await readTokenExceptions(this.#parts.database, scope, [id])
    return found
  }

  /** Refusals: `already-resolved`, `action-not-possible`, `payment-under-way`, `account-refused`, and invalid fields. */
  async resolve(
    caller: RecordCaller,
    exception: TokenExceptionRecord,
    requested: RequestedAction,
  ): Promise<TokenExceptionRecord> {
    if (requested.action === 'PAY_OUT' && requested.linkedAccountId === undefined)
      throw invalidFields([{ path: 'linkedAccountId', message: 'must be given for PAY_OUT' }])
    if (requested.action === 'SETTLED_OUTSIDE' && requested.externalReference === undefined)
      throw invalidFields([{ path: 'externalReference', message: 'must be given for SETTLED_OUTSIDE' }])
    if (exception.state === 'RESOLVED')
      throw tokenExceptionProblem('already-resolved', 'the exception is resolved already')
    await this.#act({ ...requested, reason: maskPansIn(requested.reason), caller, exception })
    const after = await this.find(caller.principal.scope, exception.id)
    if (after === undefined) throw new Error('an exception has disappeared')
    return after
  }

  async #act(asked: Asked): Promise<void> {
    const { kind, movement, account } = asked.exception
    if (movement === undefined) return this.#drift(asked, account?.id)
    const stuck = await findMovement(this.#parts.database, kindOf(movement.type), movement.id)
    if (stuck === undefined) throw new Error('an exception has no movement')
    if (kind === 'FUNDS_UNCLAIMED') return this.#pay(asked, stuck)
    return kind === 'LEDGER_SILENT' ? this.#silent(asked, stuck) : this.#goOn(asked, stuck)
  }

  /** LEDGER_DRIFT of an account, or of an asset. */
  async #drift(asked: Asked, accountId: string | undefined): Promise<void> {
    const { action, reason, caller, exception } = asked
    if (action === 'ACCEPT') return this.#accept(asked)
    if (action === 'ADJUST_LEDGER' && accountId !== undefined) {
      const audit = auditOf(asked, exception.institutionId)
      const by = { author: authorOf(caller.actor), reason, actor: caller.actor, audit }
      return this.#parts.adjustments.adjust({ exceptionId: exception.id, accountId }, by)
    }
    if (action !== 'RETRY') throw notPossible(asked)
    await this.#audited(asked)
    if (accountId === undefined) await this.#parts.reconcileSupply(exception.id)
    else await this.#parts.reconcile(accountId)
  }

  /** Its difference makes no new exception, until it is another one. */
  async #accept(asked: Asked): Promise<void> {
    const { reason, caller, exception } = asked
    const now = isoTimestamp(this.#parts.clock.now())
    await this.#audited(asked, async (sql) => {
      const { rowCount } = await sql.query(
        `UPDATE token_exceptions SET ended_at = $2, last_at = $2, action = 'ACCEPT', reason = $3, resolved_by = $4, is_accepted = true
          WHERE exception_id = $1 AND ended_at IS NULL AND adjustment IS NULL AND drift_minor IS NOT NULL`,
        [exception.id, now, reason, authorOf(caller.actor)],
      )
      if (rowCount === 0) throw notPossible(asked)
    })
  }

  /** LEDGER_SILENT. */
  #silent(asked: Asked, movement: Movement): Promise<void> {
    if (asked.action === 'RETRY' && !isRefused(movement)) return this.#lookAgain(asked, movement)
    if (asked.action === 'CANCEL') return this.#cancel(asked, movement)
    throw notPossible(asked)
  }

  /** The ledger refuses the id for good, unless it is in effect; either way the movement goes on as it normally would. */
  async #cancel(asked: Asked, movement: Movement): Promise<void> {
    const { reason, caller, exception } = asked
    const { op } = movement.work
    const ledger = this.#parts.ledgerOf(await this.#ledgerOf(movement))
    if (op === undefined || isRefused(movement) || ledger.cancel === undefined) throw notPossible(asked)
    await this.#audited(asked, async (sql) => {
      const { rowCount } = await sql.query(
        `UPDATE token_exceptions SET action = 'CANCEL', reason = $3, resolved_by = $4
          WHERE exception_id = $1 AND op_id = $2 AND ended_at IS NULL`,
        [exception.id, op.opId, reason, authorOf(caller.actor)],
      )
      if (rowCount === 0) throw notPossible(asked)
    })
    await ledger.cancel(op.opId)
    await this.#parts.coordinator.follow(movement, await this.#answerWithinMs(movement), false)
  }

  async #ledgerOf(movement: Movement): Promise<LedgerName> {
    const isPayees = movement.kind === 'TRANSFER' && movement.work.op?.leg === 'MINT'
    return (await this.#parts.issuers.of(isPayees ? movement.payee.issuerId : movement.issuerId)).ledger
  }

  /** LEG_FAILED, and LEDGER_DRIFT of a hold that was taken. */
  async #goOn(asked: Asked, movement: Movement): Promise<void> {
    switch (asked.action) {
      case 'RETRY':
        return this.#retry(asked, movement)
      case 'RETURN':
        return this.#event(asked, movement, { kind: 'return' })
      case 'PAY_OUT':
      case 'SETTLED_OUTSIDE':
        return this.#giveUp(asked, movement)
      case 'RELEASED_OUTSIDE':
        if (!isRefused(movement) || !(await this.#parts.coordinator.lacksHold(movement))) throw notPossible(asked)
        return this.#event(asked, movement, { kind: 'released-outside' })
      case 'ADJUST_LEDGER':
        return this.#event(asked, movement, { kind: 'adjust' })
      case 'ACCEPT':
      case 'CANCEL':
        throw notPossible(asked)
    }
  }

  /** At once what is due later: the next attempt, or the next look at the one that is under way. */
  async #retry(asked: Asked, movement: Movement): Promise<void> {
    if (!isRefused(movement)) return this.#lookAgain(asked, movement)
    const event = await this.#parts.coordinator.attemptOf(movement)
    if (event !== undefined) return this.#event(asked, movement, event)
    // The hold is as it was; what was taken is only looked at again.
    if (movement.work.isTaken !== true) throw notPossible(asked)
    await this.#audited(asked)
  }

  async #lookAgain(asked: Asked, movement: Movement): Promise<void> {
    // What does not fit any more is refused, and leaves no record.
    await this.#audited(asked, async (sql) => {
      if (!(await this.#parts.coordinator.makeDue(sql, movement))) throw notPossible(asked)
    })
    await this.#parts.coordinator.follow(movement, await this.#answerWithinMs(movement), false)
  }

  async #giveUp(asked: Asked, movement: Movement): Promise<void> {
    const isRemote = await this.#checkAccount(asked, movement)
    const isHere = asked.action === 'PAY_OUT' && !isRemote
    await this.#event(asked, movement, { kind: 'give-up' }, isHere ? accountOf(asked, movement) : undefined)
    const [exception] = await readTokenExceptions(this.#parts.database, {}, [asked.exception.id])
    if (exception === undefined) throw new Error('an exception has disappeared')
    await this.#pay({ ...asked, exception }, movement)
  }

  async #event(asked: Asked, movement: Movement, event: SagaEvent, linkedAccountId?: string): Promise<void> {
    const { action, reason, caller } = asked
    const operator = {
      action,
      reason,
      by: authorOf(caller.actor),
      actor: caller.actor,
      audit: auditOf(asked, movement.bookId),
      linkedAccountId,
    }
    const wasDone = await this.#isDone(asked)
    try {
      const moved = await this.#parts.posts.goOn(movement, event, { operator })
      await this.#parts.coordinator.follow(moved, await this.#answerWithinMs(moved), true)
    } catch (error) {
      // It may have been posted by this request, whose commit was not confirmed.
      const isOwn = error instanceof AlreadyRecorded && !wasDone && (await this.#isDone(asked))
      if (!isOwn) throw refusalOf(error, asked)
    }
  }

  async #isDone({ exception, action, reason, caller }: Asked): Promise<boolean> {
    const { rowCount } = await this.#parts.database.query(
      `SELECT FROM token_exceptions
        WHERE exception_id = $1 AND action = $2 AND reason = $3 AND resolved_by = $4 AND $2 <> 'RETRY'`,
      [exception.id, action, reason, authorOf(caller.actor)],
    )
    return rowCount === 1
  }

  /** FUNDS_UNCLAIMED: the whole amount, one payment at a time. */
  async #pay(asked: Asked, movement: Movement): Promise<void> {
    const { action, caller, exception } = asked
    if (!isPayment(action)) throw notPossible(asked)
    const payment = await this.#payment({ ...asked, action }, movement)
    const { movementId, bookId, partnerId, currency, amountMinor } = movement
    const end = await this.#parts.payments.pay(
      { exceptionId: exception.id, movementId, bookId, partnerId, currency, amountMinor },
      payment,
      { actor: caller.actor, audit: auditOf(asked, bookId) },
    )
    if (end === 'refused')
      throw tokenExceptionProblem('account-refused', 'the linked account has refused the money: the exception is open')
  }

  async #payment(asked: Asked & { readonly action: PaymentAction }, movement: Movement): Promise<Payment> {
    const { action, reason, caller, externalReference } = asked
    const nowMs = this.#parts.clock.now()
    const common = { reference: newId(nowMs), action, reason, by: authorOf(caller.actor), at: isoTimestamp(nowMs) }
    if (action === 'SETTLED_OUTSIDE')
      return { ...common, ...(externalReference !== undefined && { externalReference }) }
    const linkedAccountId = accountOf(asked, movement)
    const isRemote = await this.#checkAccount(asked, movement)
    return { ...common, linkedAccountId, ...(isRemote && { isRemote }) }
  }

  /** A remote core is asked before anything is stored; whether an account in our books can take it, the posting decides. */
  async #checkAccount(asked: Asked, movement: Movement): Promise<boolean> {
    if (asked.action === 'SETTLED_OUTSIDE') return false
    const { bookId, partnerId, currency } = movement
    const remote = this.#parts.remoteOf(bookId, accountOf(asked, movement))
    if (remote === undefined) return false
    const reason = await remote.inquire({ bookId, partnerId, currency, accountId: accountOf(asked, movement) })
    if (reason !== undefined) throw tokenExceptionProblem('account-refused', 'the linked account cannot take the money')
    return true
  }

  async #answerWithinMs({ issuerId }: Movement): Promise<number> {
    const { issuers, settingsOf } = this.#parts
    return settingsOf(await issuers.of(issuerId)).answerWithinMs
  }

  async #audited(asked: Asked, work?: (sql: Sql) => Promise<void>): Promise<void> {
    const { institutionId } = asked.exception
    await this.#parts.database.transaction(async (sql) => {
      await work?.(sql)
      await recordAudit(sql, systemClock.now(), asked.caller.actor, auditOf(asked, institutionId))
    })
  }
}

/** RETRY pays to the account that the movement began with; a transfer has none. */
function accountOf(asked: Asked, movement: Movement): string {
  if (asked.action === 'PAY_OUT' && asked.linkedAccountId !== undefined) return asked.linkedAccountId
  if (movement.kind === 'TRANSFER') throw notPossible(asked)
  return movement.linkedAccountId
}

function isPayment(action: TokenAction): action is PaymentAction {
  return (PAYMENT_ACTIONS as readonly string[]).includes(action)
}

function auditOf({ exception, action, reason, linkedAccountId, externalReference }: Asked, bookId: string): AuditEntry {
  const { id, kind, state } = exception
  return {
    action: 'exception.resolve',
    resource: 'exception',
    resourceId: id,
    ...auditOwnerOf(bookId),
    before: { kind, state },
    after: {
      kind,
      action,
      reason,
      ...(linkedAccountId !== undefined && action === 'PAY_OUT' && { linkedAccountId }),
      ...(externalReference !== undefined && action === 'SETTLED_OUTSIDE' && { externalReference }),
    },
  }
}

function kindOf(type: string): MovementKind {
  return (Object.keys(MOVEMENT_TYPES) as MovementKind[]).find((kind) => MOVEMENT_TYPES[kind] === type) as MovementKind
}

function notPossible({ action, exception: { kind, movement } }: Asked): Problem {
  const where = movement === undefined ? '' : ` in state ${movement.state}`
  return tokenExceptionProblem('action-not-possible', `${action} is not possible for ${kind}${where} now`)
}

function refusalOf(error: unknown, asked: Asked): unknown {
  return error instanceof AlreadyRecorded ? notPossible(asked) : error
}
