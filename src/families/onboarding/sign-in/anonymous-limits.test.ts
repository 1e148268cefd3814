// Limits on anonymous callers: an address that floods the sign-in delays only itself.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { onDatabase } from '../../../../test/support/machine/database.ts'
import {
  type OnboardingEdge,
  openOnboardingEdge,
  PASSWORD,
} from '../../../../test/support/onboarding/onboarding-edge.ts'
import { until } from '../../../../test/support/until.ts'
import { Admission, Place, UNLIMITED } from '../../../administration/access/admission/admission.ts'
import type { Call } from '../../../edge/http/call.ts'
import type { AnonymousCost } from '../../../edge/resource/access.ts'
import { AnonymousLimits } from './anonymous-limits.ts'

describe('of calls by one address at once', () => {
  const RATES = { perSecond: 5, signInsPerSecond: 2, signInBurst: 3 }
  const ADMITTED: [cost: AnonymousCost, admitted: number][] = [
    ['cheap', 5],
    ['guarded', 3],
    ['hashing', 3],
  ]
  for (const [cost, admitted] of ADMITTED) {
    test(`that are ${cost}, ${admitted} of 10 are admitted`, async () => {
      const limits = new AnonymousLimits({ now: () => 0 }, RATES)
      const call = { ip: '192.0.2.1' } as Call
      const checks = await Promise.allSettled(Array.from({ length: 10 }, () => limits.check(call, cost)))
      assert.equal(checks.filter(({ status }) => status === 'fulfilled').length, admitted)
    })
  }
})

const BURST = 20
/** Its two decryptions and its hash each wait for at most one of two that run, and one of the flood before it. */
const MOST_HASHES_AHEAD = 6

const GENUINE = '198.51.100.7'

/** Knows how much work of the genuine caller waits for a turn. */
class WatchedAdmission extends Admission {
  entered = 0
  genuineWaiting = 0

  override enter(network: string, signal?: AbortSignal): Place {
    const place = super.enter(network, signal)
    this.entered++
    if (network !== GENUINE) return place
    return new Place(
      (work) => {
        this.genuineWaiting++
        return place.run(() => {
          this.genuineWaiting--
          return work()
        })
      },
      () => place.leave(),
    )
  }
}

onDatabase('one address floods the sign-in', (_engine, open) => {
  let edge: OnboardingEdge
  const admission = new WatchedAdmission()
  /** Running hashes, oldest first. */
  const hashing: { readonly password: string; end(): void }[] = []
  before(async () => {
    edge = await openOnboardingEdge((await open()).database, {
      admission,
      trustedProxies: ['127.0.0.1'],
      verifyPassword: (hash, password, turns = UNLIMITED) =>
        turns.run(async () => {
          await new Promise<void>((end) => hashing.push({ password, end }))
          return hash !== undefined && password === PASSWORD
        }),
    })
  })
  beforeEach(() => {
    edge.clock.nowMs += 60_000
    admission.entered = 0
  })
  after(() => edge.close())

  async function login(from: string, email: string, password: string) {
    const encrypted = await Promise.all([edge.onboarding.encrypt(email), edge.onboarding.encrypt(password)])
    const body = { email: encrypted[0], password: encrypted[1] }
    return edge.onboarding.call('POST /login/user', { body, headers: { 'x-forwarded-for': from }, noRetry: true })
  }

  // Addresses of one network of 64 bits are one caller.
  const FLOODS: [title: string, address: (n: number) => string][] = [
    ['an IPv4 address', () => '192.0.2.1'],
    ['the addresses of an IPv6 network', (n) => `2001:db8:0:1::${n}`],
  ]
  for (const [title, address] of FLOODS) {
    test(`${title}: beyond its limit it gets 429, and others are served within the next few hashes`, async () => {
      const user = await edge.addUser()
      const flood = Array.from({ length: BURST }, (_, n) => login(address(n), `nobody-${n}@bank.example`, `guess ${n}`))
      // The clock stands still, so that the limit of the address does not refill.
      await until(() => hashing.length === 2 && admission.entered === BURST, 'the flood has used up its limit')
      const refused = await login(address(99), 'one-more@bank.example', 'guess')
      assert.equal(refused.status, 429)
      assert.match(refused.body.message, /^B-REQ-029: /)
      assert.ok(Number(refused.headers.get('retry-after')) >= 1)

      let isAnswered = false
      const genuine = login(GENUINE, user.email, PASSWORD).finally(() => {
        isAnswered = true
      })
      let ended = 0
      while (!isAnswered) {
        const own = hashing.findIndex(({ password }) => password === PASSWORD)
        if (own >= 0) hashing.splice(own, 1)[0]?.end()
        // Only while it waits: what others do while it does not is no delay.
        else if (admission.genuineWaiting > 0 && hashing.length > 0) {
          hashing.shift()?.end()
          ended++
        }
        await setImmediate()
      }
      assert.equal((await genuine).status, 200)
      assert.ok(ended <= MOST_HASHES_AHEAD, `it waited for ${ended} hashes of others`)

      const answers = Promise.all(flood).finally(() => {
        isAnswered = true
      })
      isAnswered = false
      while (!isAnswered) {
        hashing.shift()?.end()
        await setImmediate()
      }
      assert.deepEqual(new Set((await answers).map(({ status }) => status)), new Set([401]))
    })
  }
})

onDatabase('what costs much waits for its turn', (_engine, open) => {
  let edge: OnboardingEdge
  let turns = 0
  let left = 0
  before(async () => {
    const admission = {
      enter: () => ({
        run: <T>(work: () => Promise<T>) => {
          turns++
          return work()
        },
        leave: () => {
          left++
        },
      }),
    } as unknown as Admission
    edge = await openOnboardingEdge((await open()).database, { admission })
  })
  beforeEach(() => {
    turns = 0
    left = 0
    edge.clock.nowMs += 60_000
  })
  after(() => edge.close())

  const encrypt = (value: string) => edge.onboarding.encrypt(value)
  const credentials = async () => ({ email: await encrypt('nobody@bank.example'), password: await encrypt(PASSWORD) })
  const link = async () => {
    const user = await edge.addUser()
    await edge.onboarding.call('POST /users/password/forgot', { body: { email: await encrypt(user.email) } })
    turns = 0
    left = 0
    return edge.linkTo(user.email)
  }
  const OPERATIONS: [route: string, body: () => Promise<object>, turns: number][] = [
    ['POST /login/user', credentials, 3],
    ['POST /login/mfa/status', credentials, 3],
    [
      'POST /login/mfa/register',
      async () => ({
        username: await encrypt('nobody@bank.example'),
        encodedSecret: 'A'.repeat(32),
        initialCode: '123456',
      }),
      1,
    ],
    // The link, the password, a comparison with the present one, the hash.
    [
      'PATCH /users/password',
      async () => ({ email: await link(), password: await encrypt('seven quiet lighthouses') }),
      4,
    ],
    ['POST /users/password/forgot', async () => ({ email: await encrypt('nobody@bank.example') }), 1],
    ['POST /verify-invite-url', async () => ({ email: await encrypt('nobody@bank.example') }), 1],
  ]
  for (const [route, body, expected] of OPERATIONS) {
    test(`${route} takes ${expected} turns and gives its place back`, async () => {
      const sent = await body()
      const { status } = await edge.onboarding.call(route, { body: sent })
      assert.ok(status < 500)
      assert.deepEqual([turns, left], [expected, 1])
    })
  }

  test('a caller who hangs up while waiting gives the place back', async () => {
    const held = Promise.withResolvers<void>()
    const admission = new Admission({ atOnce: 1, placesPerNetwork: 1 })
    const isFree = () => {
      try {
        admission.enter('127.0.0.1').leave()
        return true
      } catch {
        return false
      }
    }
    const own = await openOnboardingEdge((await open()).database, { admission })
    try {
      void admission.enter('elsewhere').run(() => held.promise)
      const hungUp = new AbortController()
      const waiting = fetch(`${own.url}/v1/onboarding/verify-invite-url`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: await own.onboarding.encrypt('ann@bank.example') }),
        signal: hungUp.signal,
      })
      await until(() => !isFree(), 'it waits')
      hungUp.abort()
      await assert.rejects(waiting)
      await until(isFree, 'its place is free')
    } finally {
      held.resolve()
      await own.close()
    }
  })
})
