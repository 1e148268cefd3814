// The events of postings against a model of the changes: a trigger notes every state that a movement or loan commits with. Partners
// are told of exactly those, in order, each in its own view.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Check } from 'typebox/value'
import { Sequencer } from '../../src/administration/event-delivery/sequencer.ts'
import { deposit, redemption } from '../../src/families/digital/shapes/deposit.ts'
import { TOKEN_VIEWS } from '../../src/families/digital/shapes/event-views.ts'
import { transfer } from '../../src/families/digital/shapes/transfer.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import {
  command,
  disbursement,
  INSTITUTION,
  type LoanBank,
  openedLoan,
  openLoanBank,
  passDays,
  repayment,
} from '../support/lending/loan-bank.ts'
import { onDatabaseOfOneServer } from '../support/machine/database.ts'
import {
  depositOrder,
  newParty,
  openTokenBank,
  PARTNER,
  PAYEE_PARTNER,
  type Party,
  redemptionOrder,
  resolutionOrder,
  seedTokenBank,
  type TokenBank,
  TWO_PHASE,
  transferOrder,
} from '../support/tokens/token-bank.ts'
import { whenReached } from '../support/tokens/when-reached.ts'

const SCHEMAS = { 'deposit.changed': deposit, 'redemption.changed': redemption, 'transfer.changed': transfer }
const UNSEEN_BY_PAYEE = ['RECEIVED', 'REJECTED']

interface Told {
  readonly kind: string
  readonly resource: string
  readonly data: object
}

interface Noted {
  readonly id: string
  readonly state: string
  readonly payee: string | null
}

onDatabaseOfOneServer('events of changes', (_engine, open) => {
  let database: Database
  let tokens: TokenBank
  let loans: LoanBank
  let sequencers: readonly Sequencer[]

  before(async () => {
    database = (await open()).database
    await seedTokenBank(database)
    for (const partnerId of [PARTNER, PAYEE_PARTNER])
      await database.query(
        `INSERT INTO partners (id, partner_id, name, families, operations, institution_ids, created_by, updated_by)
         VALUES (gen_random_uuid(), $1, $1, '{digital}', '{}', '{}', 'x', 'x') ON CONFLICT DO NOTHING`,
        [partnerId],
      )
    await database.query(`
      CREATE TABLE noted (position bigint GENERATED ALWAYS AS IDENTITY, id text, state text, payee text);
      CREATE FUNCTION note_movement() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'INSERT' OR OLD.state <> NEW.state THEN
          INSERT INTO noted (id, state, payee) VALUES (NEW.movement_id, NEW.state, NEW.payee_partner_id);
        END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER note_movement AFTER INSERT OR UPDATE ON token_movements FOR EACH ROW EXECUTE FUNCTION note_movement();
      CREATE FUNCTION note_loan_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO noted (id, state) VALUES (NEW.loan_id, NEW.kind);
        RETURN NULL; END $$;
      CREATE TRIGGER note_loan_event AFTER INSERT ON loan_events FOR EACH ROW EXECUTE FUNCTION note_loan_event()`)
    // Every request sees its movement through, on a busy machine too.
    tokens = await openTokenBank(database, { settings: { answerWithinMs: 60_000 } })
    loans = await openLoanBank(database)
    // Two nodes: whichever holds the lock goes on.
    sequencers = [1, 2].map(() => new Sequencer({ database, shiftMs: () => 0 }))
  })

  async function noted(id: string): Promise<Noted[]> {
    const { rows } = await database.query<Noted>('SELECT id, state, payee FROM noted WHERE id = $1 ORDER BY position', [
      id,
    ])
    return rows
  }

  /** All of a partner's feed, which has no gaps. */
  async function feedOf(partnerId: string): Promise<Told[]> {
    const { rows } = await database.query<Told & { sequence: bigint }>(
      'SELECT sequence, kind, resource, data FROM events WHERE partner_id = $1 ORDER BY sequence',
      [partnerId],
    )
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      rows.map((_, i) => BigInt(i + 1)),
    )
    return rows
  }

  async function sequence(): Promise<void> {
    await Promise.all(sequencers.map((one) => one.sequenceAll()))
    await sequencers[0]?.sequenceAll()
    const { rows } = await database.query('SELECT FROM posted_events UNION ALL SELECT FROM event_outbox')
    assert.equal(rows.length, 0)
  }

  test('every state of a movement is told once, in order, to its partner and in their view to that of the payee', async () => {
    const made: { readonly kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER'; readonly id: string }[] = []
    const note = (kind: 'DEPOSIT' | 'REDEMPTION' | 'TRANSFER', { movement }: { movement: { movementId: string } }) =>
      made.push({ kind, id: movement.movementId })
    const parties: Party[] = []
    for (const [ledger, partnerId] of [
      ['builtin', PARTNER],
      ['simulated', PARTNER],
      ['simulated', PAYEE_PARTNER],
    ] as const)
      parties.push(await newParty(tokens, { ledger, partnerId }))
    const [builtin, chain, payee] = parties as [Party, Party, Party]
    await Promise.all(
      [builtin, chain].map(async (payer) => {
        const deposited = depositOrder(payer, 10_000n)
        note('DEPOSIT', await whenReached(() => tokens.movements.deposit(deposited)))
        await Promise.all(
          [1, 2, 3].map(async (n) => {
            const [redeemed, paid] = [redemptionOrder(payer, BigInt(n)), transferOrder(payer, payee, 100n)]
            note('REDEMPTION', await whenReached(() => tokens.movements.redeem(redeemed)))
            note('TRANSFER', await whenReached(() => tokens.movements.transfer(paid)))
            const inPhases = transferOrder(payer, payee, 10n, { twoPhase: TWO_PHASE })
            const reserved = await whenReached(() => tokens.movements.transfer(inPhases))
            note('TRANSFER', reserved)
            const action = n === 1 ? 'ABORT' : 'COMMIT'
            const decision = resolutionOrder(reserved.movement.movementId, action)
            await whenReached(() => tokens.movements.resolve(decision))
          }),
        )
      }),
    )
    const back = transferOrder(chain, builtin, 5n)
    note('TRANSFER', await whenReached(() => tokens.movements.transfer(back)))
    await sequence()
    const [own, theirs] = [await feedOf(PARTNER), await feedOf(PAYEE_PARTNER)]
    assert.equal(made.length, 21)
    for (const { kind, id } of made) {
      const resource = `${kind.toLowerCase()}/${id}`
      const changes = await noted(id)
      assert.deepEqual(
        statesIn(own, resource),
        changes.map(({ state }) => state),
      )
      const seen = changes.filter(
        ({ state, payee: partnerId }) => partnerId === PAYEE_PARTNER && !UNSEEN_BY_PAYEE.includes(state),
      )
      assert.deepEqual(
        statesIn(theirs, resource),
        seen.map(({ state }) => state),
      )
      // The last one says what the API now answers.
      for (const [partnerId, feed] of [
        [PARTNER, own],
        [PAYEE_PARTNER, theirs],
      ] as const) {
        const last = feed.findLast((event) => event.resource === resource)
        if (last === undefined) continue
        const movement = await tokens.movements.find(kind, partnerId, id)
        assert.deepEqual(last.data, TOKEN_VIEWS.movement(movement, partnerId))
      }
    }
    const moved = [...own, ...theirs].filter(({ kind }) => kind in SCHEMAS)
    for (const { kind, data } of moved) assert.ok(Check(SCHEMAS[kind as keyof typeof SCHEMAS], data), kind)
    // The payee's partner learns neither the payer's account nor the payer's request.
    assert.equal(theirs.filter(({ kind }) => kind === 'transfer.changed').length > 0, true)
    for (const { data } of theirs)
      assert.doesNotMatch(JSON.stringify(data), new RegExp(`${builtin.accountId}|${chain.accountId}`))
    assert.ok(theirs.every(({ kind }) => kind === 'transfer.changed' || kind.startsWith('digital-')))
  })

  test('a loan that a repayment closes is told as closed, once, with what closed it', async () => {
    const loanId = await openedLoan(loans)
    const today = () => loans.book.businessDate(INSTITUTION)
    await loans.book.append(command(loanId, disbursement(120_000n, today())))
    const { event } = await loans.book.append(command(loanId, repayment(120_000n, today())))
    await sequence()
    const own = (await feedOf(PARTNER)).filter(({ resource }) => resource === `loan/${loanId}`)
    assert.deepEqual(
      own.map(({ kind }) => kind),
      ['loan.created', 'loan.disbursed', 'loan.status-changed', 'loan.repaid', 'loan.closed', 'loan.status-changed'],
    )
    const [repaid, closed] = own
      .slice(3, 5)
      .map(({ data }) => data as { loan: { status: string }; transaction: object })
    assert.equal(closed?.loan.status, 'CLOSED')
    assert.deepEqual(closed?.transaction, repaid?.transaction)
    assert.ok(event)
  })

  const LOAN_KINDS: Readonly<Record<string, string>> = {
    DISBURSEMENT: 'loan.disbursed',
    REPAYMENT: 'loan.repaid',
    REVERSAL: 'loan.reversed',
    CHARGE: 'loan.fee-charged',
  }

  test('every event of a loan is told, and where it stands whenever that changes', async () => {
    const ids = await Promise.all([1, 2].map(() => openedLoan(loans)))
    const today = () => loans.book.businessDate(INSTITUTION)
    const closeDays = async (days: number) => {
      for (let i = 0; i < days; i++) {
        const date = today()
        passDays(loans, 1)
        await loans.closing.run(INSTITUTION, date.replaceAll('-', '') as never)
      }
    }
    for (const loanId of ids) await loans.book.append(command(loanId, disbursement(120_000n, today())))
    await closeDays(45)
    const [first = '', second = ''] = ids
    const { event } = await loans.book.append(command(first, repayment(30_000n, today())))
    await loans.book.append(command(first, { kind: 'REVERSAL', reversalOf: event?.eventId ?? '', valueDate: today() }))
    await loans.book.append(command(first, repayment(11_000n, today())))
    await closeDays(3)
    await sequence()
    const feed = await feedOf(PARTNER)
    for (const loanId of ids) {
      const own = feed.filter(({ resource }) => resource === `loan/${loanId}`)
      const told = own.map(({ kind }) => kind).filter((kind) => kind !== 'loan.status-changed')
      const changes = await noted(loanId)
      assert.deepEqual(told, ['loan.created', ...changes.map(({ state }) => LOAN_KINDS[state])])
      // Each change of standing goes on from the one before it, and the last is where the loan now stands.
      const standings = own.flatMap(({ kind, data }) => (kind === 'loan.status-changed' ? [data as Standing] : []))
      const chained = standings.slice(1).map(({ before }, i) => [sameAs(before), sameAs(standings[i]?.after)])
      for (const [begins, ended] of chained) assert.deepEqual(begins, ended)
      const position = loans.book.position(await loans.book.find('PARTNER01', loanId))
      assert.deepEqual(sameAs(standings.at(-1)?.after), sameAs(position))
    }
    const late = feed.filter(({ resource, kind }) => resource === `loan/${second}` && kind === 'loan.status-changed')
    assert.deepEqual(
      late.map(({ data }) => (data as Standing).after.status),
      ['ACTIVE', 'IN_ARREARS'],
    )
  })
})

interface Standing {
  readonly before: { readonly status: string; readonly bucket: string }
  readonly after: { readonly status: string; readonly bucket: string }
}

function sameAs(standing: { readonly status: string; readonly bucket: string } | undefined) {
  return [standing?.status, standing?.bucket]
}

function statesIn(feed: readonly Told[], resource: string): string[] {
  return feed.filter((event) => event.resource === resource).map(({ data }) => (data as { state: string }).state)
}
