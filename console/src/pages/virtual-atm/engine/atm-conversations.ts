// What the ATM asks of the gateway, and what it makes of the answers.

import type {
  AccountLookupReply,
  AccountsClient,
  Balance,
  DebitsReply,
  GetPreferencesReply,
  TransfersReply,
} from '@tillgate/sdk'
import type { AtmDesk } from './atm-desk.ts'
import { type Profile, preferencesOf, receiptChoice, troubleOf } from './atm-state.ts'
import { type Answer, deliver, deviceOf, headOf, type Message, messageOf, type Order, reversalOf } from './orders.ts'
import type { PhoneOrder } from './phone-order.ts'
import { receiptOf } from './receipt.ts'
import { meaningOf, responseCodeOf } from './response-codes.ts'
import type { Outcome } from './settle.ts'

const ATTEMPTS = 3
const INQUIRY_ATTEMPTS = 2

/** After the PIN: the card's preferences, then its accounts. */
export async function readCard(desk: AtmDesk): Promise<void> {
  const { card, terminal } = desk.state()
  desk.set({ screen: { name: 'wait', doing: 'reading' } })
  desk.line.tell('info', 'A PIN was entered. The API takes no PIN: the ATM accepts any and sends none.')
  if (card?.pan === undefined) {
    const id = card?.accountId ?? ''
    desk.line.tell('info', 'Without a card there are no preferences and no account lookup: the account was entered.')
    return desk.set({
      accounts: [{ id, accountType: 'DDA', txnCapability: '', description: '' }],
      screen: { name: 'language' },
    })
  }
  const { pan } = card
  const institution = { id: terminal.institutionId }
  const preferences = await inquire(
    desk,
    'Which language does the customer speak, and what shall not be asked again? The preferences belong to the card.',
    (client) => client.getPreferences({ institution, card: { pan } }),
  )
  if (preferences.kind !== 'answered') return outOfService(desk)
  const profile = isApproved(preferences.answer)
    ? profileOf(preferences.answer.body as GetPreferencesReply)
    : ({ kind: 'none' } as const)
  desk.set({ profile, ...(profile.kind === 'full' && { language: profile.data.language }) })

  const lookup = await inquire(
    desk,
    'Which accounts does the card reach? Their ids are used in every later request.',
    (client) =>
      client.accountLookup({
        head: headOf('account lookup'),
        deviceInfo: deviceOf(terminal),
        institution,
        transaction: { rrn: desk.rrn(), date: dateOf(desk.now()), type: 'ACCOUNTLOOKUP' },
        card: { pan },
      }),
  )
  if (lookup.kind !== 'answered') return outOfService(desk)
  if (!isApproved(lookup.answer)) return declined(desk, lookup.answer)
  desk.set({
    accounts: (lookup.answer.body as AccountLookupReply).accounts ?? [],
    screen: profile.kind === 'none' ? { name: 'language' } : { name: 'menu' },
  })
}

export async function inquireBalance(desk: AtmDesk, accountId: string): Promise<void> {
  const { card, terminal } = desk.state()
  const rrn = desk.rrn()
  const outcome = await inquire(desk, 'The customer asked for the balance. Nothing moves.', (client) =>
    client.balanceInquiry({
      head: headOf('balance inquiry'),
      deviceInfo: deviceOf(terminal),
      institution: { id: terminal.institutionId },
      transaction: { rrn, type: 'BALANCEINQUIRY' },
      paymentInstrument: { account: { id: accountId }, ...(card?.pan !== undefined && { card: { pan: card.pan } }) },
    }),
  )
  if (outcome.kind !== 'answered') return desk.set({ screen: { name: 'trouble', problem: 'notDone' } })
  if (!isApproved(outcome.answer)) return declined(desk, outcome.answer)
  approved(desk, undefined, accountId, rrn, outcome.answer)
}

/** Sends an order that moves money. With a code it is an order of the phone. */
export async function perform(desk: AtmDesk, order: Order, code: string | undefined): Promise<void> {
  const { card, terminal, credentials, phoneOrders } = desk.state()
  const ordered = phoneOrders.find((one) => one.code === code)?.message
  const message = ordered ?? messageOf(order, terminal, card?.pan, desk.rrn())
  const { rrn } = message.body.transaction
  changePhoneOrder(desk, code, { message })
  const outcome = await desk.line.settle(credentials, reasonOf(order, rrn), (client) => deliver(client, message), {
    attempts: ATTEMPTS,
    onRetry: () => desk.set({ screen: { name: 'wait', doing: 'noAnswer' } }),
  })
  switch (outcome.kind) {
    case 'answered':
      if (outcome.isReplay) {
        desk.line.tell(
          'good',
          `The answer carries x-idempotent-replay: true. The gateway had done RRN ${rrn} the first time and gives the stored answer again; nothing was posted twice.`,
        )
      }
      if (isApproved(outcome.answer)) {
        changePhoneOrder(desk, code, { state: 'paid' })
        return approved(desk, paidOrder(order, message), order.accountId, rrn, outcome.answer)
      }
      changePhoneOrder(desk, code, { state: 'refused' })
      return declined(desk, outcome.answer)
    case 'not-done':
      desk.line.tell(
        'warning',
        'Every attempt got 503: the gateway has not posted anything, so there is nothing to reverse.',
      )
      return desk.set({ screen: { name: 'trouble', problem: 'notDone' } })
    case 'unknown':
      return unknown(desk, order, message)
  }
}

/** A repeated cardless order is the message that was sent first, even if the fee has changed. */
function paidOrder(order: Order, message: Message): Order {
  if (order.kind !== 'cardless' || message.operation !== 'cardlessWithdrawal') return order
  return { ...order, cash: message.body.cash?.amount ?? order.cash, fee: message.body.amount.accessFee ?? 0 }
}

function unknown(desk: AtmDesk, order: Order, message: Message): void {
  const { credentials, cable } = desk.state()
  const { rrn } = message.body.transaction
  const stored = {
    original: message,
    originalArrived: desk.line.hasArrived(rrn),
    clientId: credentials.clientId,
    partnerId: credentials.partnerId,
  }
  const reversal = reversalOf(message, desk.rrn())
  if (reversal !== undefined) {
    desk.line.tell(
      'bad',
      `The outcome of RRN ${rrn} stays unknown. The ATM pays nothing out, and stores a reversal with an RRN of its own and originalRrn ${rrn} until the line is back.`,
    )
    desk.forwarder.store({ ...stored, purpose: 'reversal', message: reversal })
  } else if (order.kind === 'bill') {
    desk.line.tell(
      'bad',
      `The outcome of RRN ${rrn} stays unknown. Bill payments have no reversal, and the customer wants it paid: the same request is stored and completed under the same RRN.`,
    )
    desk.forwarder.store({ ...stored, purpose: 'completion', message })
  } else {
    desk.line.tell(
      'bad',
      `The outcome of RRN ${rrn} stays unknown. Cardless withdrawals have no reversal: the code keeps its RRN, and entering it again returns the stored answer or does it once.`,
    )
  }
  desk.set({ screen: { name: 'trouble', problem: troubleOf(order) } })
  if (!cable.isPulled) void desk.forwarder.forward()
}

/** Saves preferences, or deletes them. */
export async function savePreferences(desk: AtmDesk, profile: Profile): Promise<void> {
  const { card, terminal } = desk.state()
  if (card?.pan === undefined) return
  const request = {
    institution: { id: terminal.institutionId },
    card: { pan: card.pan },
    deviceInfo: deviceOf(terminal),
  }
  desk.set({ screen: { name: 'wait', doing: 'processing' } })
  const outcome = await inquire(
    desk,
    profile.kind === 'none'
      ? 'The customer deletes the preferences. Deleting twice does no harm.'
      : 'The customer saves preferences: a full profile, or never to be asked.',
    (client) =>
      profile.kind === 'none'
        ? client.deletePreferences(request)
        : client.addPreferences({
            ...request,
            profileData: profile.kind === 'full' ? profile.data : { neverAsk: true },
          }),
  )
  if (outcome.kind !== 'answered') return desk.set({ screen: { name: 'trouble', problem: 'notDone' } })
  if (!isApproved(outcome.answer)) return declined(desk, outcome.answer)
  desk.set({
    profile,
    ...(profile.kind === 'full' && { language: profile.data.language }),
    screen: {
      name: 'menu',
      notice: profile.kind === 'full' ? 'saved' : profile.kind === 'none' ? 'forgotten' : 'neverAskSaved',
    },
  })
}

/** Requests that move nothing are simply sent again. */
function inquire(desk: AtmDesk, why: string, call: (client: AccountsClient) => Promise<Answer>): Promise<Outcome> {
  return desk.line.settle(desk.state().credentials, why, call, { attempts: INQUIRY_ATTEMPTS })
}

function approved(desk: AtmDesk, order: Order | undefined, accountId: string, rrn: string, { body }: Answer): void {
  const { terminal, language, card, profile } = desk.state()
  const preferences = preferencesOf(profile, language)
  const reply = body as DebitsReply | TransfersReply
  const balances = flat(reply.balances)
  const receipt = receiptOf({
    terminal,
    language,
    pan: order?.kind === 'cardless' ? undefined : card?.pan,
    order,
    accountId,
    rrn,
    authId: reply.status.authId,
    at: new Date(desk.now()),
    balances: order === undefined || preferences.receiptBalance === '1' ? balances : [],
  })
  const choice = receiptChoice(order, preferences)
  desk.set({
    draft: undefined,
    cash: order?.kind === 'withdrawal' || order?.kind === 'cardless' ? order.cash : undefined,
    receipt: choice === '1' ? receipt : undefined,
    screen: {
      name: 'approved',
      done: { ...(order !== undefined && { order }), accountId, balances, receipt },
      receipt: choice === '1' ? 'printed' : choice === '2' ? 'none' : 'ask',
    },
  })
}

function declined(desk: AtmDesk, { status, body }: Answer): void {
  const code = responseCodeOf(body) ?? String(status)
  desk.line.tell('bad', `Declined with ${code}: ${meaningOf(code)}. Nothing was posted.`)
  desk.set({ draft: undefined, screen: { name: 'declined', code } })
}

function outOfService(desk: AtmDesk): void {
  desk.line.tell(
    'bad',
    'Without an answer the ATM cannot serve the card. Nothing moved, so nothing needs to be reversed.',
  )
  desk.set({ screen: { name: 'trouble', problem: 'outOfService' } })
}

function changePhoneOrder(desk: AtmDesk, code: string | undefined, change: Partial<PhoneOrder>): void {
  if (code === undefined) return
  desk.set({
    phoneOrders: desk.state().phoneOrders.map((order) => (order.code === code ? { ...order, ...change } : order)),
  })
}

function isApproved({ status, body }: Answer): boolean {
  return status === 200 && responseCodeOf(body) === '000'
}

/** A transfer answers the balances of both accounts; the ATM shows the source's. */
function flat(balances: DebitsReply['balances'] | TransfersReply['balances']): readonly Balance[] {
  if (balances === undefined) return []
  return 'paymentInstrument' in balances ? balances.paymentInstrument : balances
}

function profileOf({ profileStatus, profileData }: GetPreferencesReply): Profile {
  if (profileStatus === '2') return { kind: 'never-ask' }
  if (profileStatus === '1' && profileData !== null && profileData !== undefined && 'language' in profileData)
    return { kind: 'full', data: profileData }
  return { kind: 'none' }
}

function reasonOf(order: Order, rrn: string): string {
  const named = `RRN ${rrn} names it for good.`
  switch (order.kind) {
    case 'withdrawal':
      return `The customer withdraws cash${order.fee > 0 ? ' and has accepted the fee. The amount includes the fee' : ''}. The ATM pays out only on 000. ${named}`
    case 'cardless':
      return `The code from the phone was entered. CardlessWithdrawal is the API’s one operation for it: the account and amount of the phone’s order, and no card. ${named}`
    case 'deposit':
      return `The customer deposits ${order.checks.length === 0 ? 'cash' : order.cash > 0 ? 'cash and checks' : 'checks'}. ${named}`
    case 'transfer':
      return `The customer moves money to another account of the same institution. ${named}`
    case 'bill':
      return `The customer pays a bill. The biller is named by its id and BIN. ${named}`
  }
}

function dateOf(now: number): string {
  const date = new Date(now)
  const part = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}${part(date.getMonth() + 1)}${part(date.getDate())}`
}
