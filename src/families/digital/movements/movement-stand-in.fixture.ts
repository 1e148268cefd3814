// Movements in memory, for tests of the operations alone: every order ends at once, and references work as the contract says.

import type { Problem } from '../../../platform/kernel/problems/problem.ts'
import type { Deposit, Movement, MovementKind, Redemption, Transfer } from '../../../tokens/movements/movement.ts'
import type {
  DepositOrder,
  Moved,
  RedemptionOrder,
  ResolutionOrder,
  TransferOrder,
} from '../../../tokens/movements/orders.ts'
import { type MovementOf, sideOf } from '../../../tokens/movements/reading/read-movements.ts'
import { checkContent } from '../../../tokens/references/references.ts'
import { tokenProblem } from '../../../tokens/token-problems.ts'
import type { DigitalServices } from '../digital-operation.ts'
import { type Edge, openEdge } from '../edge.fixture.ts'
import { EXAMPLE_DEPOSIT, EXAMPLE_REDEMPTION, EXAMPLE_TRANSFER } from '../shapes/movement-examples.ts'

const AT = new Date('2026-01-15T10:00:00.000Z')
const NOT_FOUND = {
  DEPOSIT: 'deposit-not-found',
  REDEMPTION: 'redemption-not-found',
  TRANSFER: 'transfer-not-found',
} as const

type Order = DepositOrder | RedemptionOrder | TransferOrder | ResolutionOrder

type MovementService = DigitalServices['tokenMovements']

export class MovementStandIn implements MovementService {
  readonly orders: Order[] = []
  readonly movements = new Map<string, Movement>()
  /** What the next order is refused with. */
  refusal: Problem | undefined
  readonly #resolutions = new Map<string, Pick<ResolutionOrder, 'reference'>['reference']>()

  async deposit(order: DepositOrder): Promise<Moved<Deposit>> {
    return this.#begin(order, { ...EXAMPLE_DEPOSIT, ...fieldsOf(order), accountId: order.accountId })
  }

  async redeem(order: RedemptionOrder): Promise<Moved<Redemption>> {
    const resolvedBy = order.accountId === undefined ? 'SOLE_ACCOUNT' : 'REQUEST'
    const accountId = order.accountId ?? EXAMPLE_REDEMPTION.accountId
    return this.#begin(order, { ...EXAMPLE_REDEMPTION, ...fieldsOf(order), accountId, resolvedBy })
  }

  async transfer(order: TransferOrder): Promise<Moved<Transfer>> {
    const { twoPhase, beneficiary, remittanceInfo, endToEndId, returnOf } = order
    const { finalAt, decision, beneficiaryName: _, remittanceInfo: _info, endToEndId: _id, ...begun } = EXAMPLE_TRANSFER
    return this.#begin(order, {
      ...begun,
      ...fieldsOf(order),
      accountId: order.accountId,
      ...(beneficiary !== undefined && {
        payee: { ...begun.payee, issuerId: beneficiary.institutionId, accountId: beneficiary.accountId },
      }),
      ...(beneficiary?.name !== undefined && { beneficiaryName: beneficiary.name }),
      ...(returnOf !== undefined && { returnOf }),
      ...(remittanceInfo !== undefined && { remittanceInfo }),
      ...(endToEndId !== undefined && { endToEndId }),
      ...(twoPhase === undefined
        ? { ...(finalAt && { finalAt }), ...(decision && { decision }) }
        : {
            state: 'RESERVED',
            isTwoPhase: true,
            committer: twoPhase.committer,
            expiresAt: new Date(AT.getTime() + twoPhase.expiresInSeconds * 1_000),
          }),
    })
  }

  /** What returns have given back, by transfer. */
  readonly returned = new Map<string, bigint>()

  async returnedMinor(): Promise<ReadonlyMap<string, bigint>> {
    return this.returned
  }

  async resolve(order: ResolutionOrder): Promise<Moved<Transfer>> {
    this.#refuse(order)
    const { reference, transferId, action } = order
    const transfer = await this.find('TRANSFER', reference.partnerId, transferId)
    const key = `${reference.partnerId} ${reference.ref}`
    const known = this.#resolutions.get(key)
    if (known !== undefined) {
      checkContent(known, reference)
      return { movement: transfer, replayed: true }
    }
    this.#resolutions.set(key, reference)
    const by = sideOf(transfer, reference.partnerId) === 'PAYEE' ? 'PAYEE' : 'PAYER'
    const decided: Transfer = {
      ...transfer,
      state: action === 'COMMIT' ? 'COMMITTED' : 'ABORTED',
      version: transfer.version + 1,
      decision: { action, by, at: AT },
      finalAt: AT,
      ...(action === 'ABORT' && { outcome: { reasonCode: 'TRANSFER_ABORTED', isoReason: 'CUST' } as const }),
    }
    this.movements.set(transferId, decided)
    return { movement: decided, replayed: false }
  }

  async find<Kind extends MovementKind>(kind: Kind, partnerId: string, movementId: string): Promise<MovementOf<Kind>> {
    const movement = this.movements.get(movementId)
    if (movement?.kind !== kind || sideOf(movement, partnerId) === undefined)
      throw tokenProblem(NOT_FOUND[kind], 'there is no such movement')
    return movement as MovementOf<Kind>
  }

  #begin<M extends Movement>(order: Exclude<Order, ResolutionOrder>, movement: M): Moved<M> {
    this.#refuse(order)
    for (const known of this.movements.values()) {
      if (known.kind !== movement.kind || known.ref !== order.reference.ref) continue
      checkContent(known, order.reference)
      return { movement: known as M, replayed: true }
    }
    const movementId = `01970000-0000-7000-9000-${String(this.movements.size).padStart(12, '0')}`
    const begun = { ...movement, movementId }
    this.movements.set(movementId, begun)
    return { movement: begun, replayed: false }
  }

  #refuse(order: Order): void {
    this.orders.push(order)
    if (this.refusal !== undefined) throw this.refusal
  }
}

function fieldsOf({ reference, channelType, currency, amountMinor }: Exclude<Order, ResolutionOrder>) {
  const { partnerId, ref, content } = reference
  return { partnerId, ref, content, channelType, currency, amountMinor, createdAt: AT, updatedAt: AT }
}

export interface MovementEdge extends Edge {
  readonly movements: MovementStandIn
}

/** The family in front of movements in memory. */
export function openMovementEdge(): MovementEdge {
  const movements = new MovementStandIn()
  const edge = openEdge({ tokenMovements: movements })
  return { ...edge, movements }
}

/** A body with one field set; `path` is like `tokenAmount.tokens`, and undefined removes the field. */
export function withField(body: object, path: string, value: unknown): object {
  const changed = structuredClone(body) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() as string
  let part = changed
  for (const name of names) {
    part[name] ??= {}
    part = part[name] as Record<string, unknown>
  }
  if (value === undefined) delete part[last]
  else part[last] = value
  return changed
}

/** What is wrong with every request that moves tokens: path, value, code of the problem. */
export const BAD_AMOUNTS: readonly (readonly [path: string, value: unknown, code: string])[] = [
  ['transaction', undefined, 'VALIDATION_FAILED'],
  ['transaction', 'x', 'VALIDATION_FAILED'],
  ['transaction.ref', undefined, 'VALIDATION_FAILED'],
  ['transaction.ref', '', 'VALIDATION_FAILED'],
  ['transaction.ref', 'x'.repeat(65), 'VALIDATION_FAILED'],
  ['transaction.ref', 'a b', 'VALIDATION_FAILED'],
  ['transaction.ref', 7, 'VALIDATION_FAILED'],
  ['transaction.type', undefined, 'VALIDATION_FAILED'],
  ['transaction.type', 7, 'VALIDATION_FAILED'],
  ['transaction.type', 'BALANCE_INQUIRY', 'INVALID_TRANSACTION_TYPE'],
  ['channelInfo', undefined, 'VALIDATION_FAILED'],
  ['channelInfo.type', undefined, 'VALIDATION_FAILED'],
  ['channelInfo.type', 'mobile', 'VALIDATION_FAILED'],
  ['channelInfo.type', 'A'.repeat(33), 'VALIDATION_FAILED'],
  ['tokenAmount', undefined, 'VALIDATION_FAILED'],
  ['tokenAmount', [], 'VALIDATION_FAILED'],
  ['tokenAmount.currency', undefined, 'VALIDATION_FAILED'],
  ['tokenAmount.currency', 'usd', 'VALIDATION_FAILED'],
  ['tokenAmount.currency', 'XQZ', 'VALIDATION_FAILED'],
  ['tokenAmount.currency', 840, 'VALIDATION_FAILED'],
  ['tokenAmount.tokens', undefined, 'VALIDATION_FAILED'],
  ['tokenAmount.tokens', '1', 'VALIDATION_FAILED'],
  ['tokenAmount.tokens', null, 'VALIDATION_FAILED'],
  ['tokenAmount.tokens', 0, 'INVALID_AMOUNT'],
  ['tokenAmount.tokens', -1, 'INVALID_AMOUNT'],
  ['tokenAmount.tokens', 10.0001, 'INVALID_AMOUNT'],
  ['tokenAmount.tokens', 1e300, 'INVALID_AMOUNT'],
  ['tokenAmount.tokens', 1234567890123456, 'INVALID_AMOUNT'],
  ['tokenAmount.tokenType', undefined, 'VALIDATION_FAILED'],
  ['tokenAmount.tokenType', 7, 'VALIDATION_FAILED'],
  ['tokenAmount.tokenType', 'x'.repeat(65), 'VALIDATION_FAILED'],
]

/** Invalid values of an id in a body. */
export function badIds(path: string): readonly (readonly [path: string, value: unknown, code: string])[] {
  return [7, '', 'a b', "x'; --", 'x'.repeat(37), null, {}, ['x']].map((value) => [path, value, 'VALIDATION_FAILED'])
}
