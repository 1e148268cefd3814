import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { createOnboardingClient, type OnboardingClient } from './onboarding-client.ts'

let keys: Awaited<ReturnType<typeof generateKeyPair>>
before(async () => {
  keys = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048 })
})

interface Seen {
  readonly path: string
  readonly bearer: string | null
  readonly partner: string | null
  readonly body: Record<string, string> | undefined
}

type Handler = (seen: Seen) => Response | Promise<Response>

const COOKIE = 'HttpOnly; SameSite=Strict; Path=/v1/onboarding; Max-Age=43200'
const NOW_MS = 1_768_471_200_000
const ADA = { email: 'ada@bank.example', password: 'correct horse battery' }

/**
 * A fake gateway: `access-1` is the first token, `refresh-1` its refresh token, and each refresh returns the next pair.
 * Handlers by path override its answers.
 */
function gateway(handlers: Record<string, Handler> = {}) {
  const state = { generation: 1, isOpen: true, accepted: 'access-1' }
  const seen: Seen[] = []
  const issue = () => {
    state.accepted = `access-${state.generation}`
    const cookie = `refresh_token=refresh-${state.generation}; ${COOKIE}`
    return enveloped(200, state.accepted, 'OK', { 'set-cookie': cookie })
  }
  const usual: Record<string, Handler> = {
    '/auth/keys': async () => Response.json({ keys: [{ ...(await exportJWK(keys.publicKey)), ...KEY }] }),
    '/login/user': issue,
    '/auth/refresh': ({ body }) => {
      if (!state.isOpen || body?.refreshToken !== `refresh-${state.generation}`) return refused('B-AUTH-006')
      state.generation++
      return issue()
    },
    '/logout': ({ bearer }) => {
      if (bearer !== `Bearer ${state.accepted}`) return refused('B-AUTH-001')
      state.isOpen = false
      return enveloped(200, null, 'OK', { 'set-cookie': 'refresh_token=; Max-Age=0' })
    },
    '/me': ({ bearer }) =>
      state.isOpen && bearer === `Bearer ${state.accepted}` ? enveloped(200, { id: bearer }) : refused('B-AUTH-001'),
  }
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const path = String(url).replace('http://till/v1/onboarding', '')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const headers = new Headers(init.headers)
    const partner = headers.get('x-partner') ?? headers.get('partnerid')
    const call = { path, bearer: headers.get('authorization'), partner, body }
    seen.push(call)
    const answer = await (handlers[path] ?? usual[path] ?? (() => enveloped(404, null, 'B-REQ-004: no')))(call)
    init.signal?.throwIfAborted()
    return answer
  }
  const client = createOnboardingClient({ baseUrl: 'http://till', fetch, now: () => NOW_MS })
  /** The calls since the last time, as path and bearer. */
  const calls = () => seen.splice(0).map(({ path, bearer }) => `${path} ${bearer?.replace('Bearer ', '') ?? '-'}`)
  return { client, state, seen, calls, usual }
}

const KEY = { kid: 'k', use: 'enc', alg: 'RSA-OAEP-256' }

function enveloped(status: number, data: unknown, message = 'OK', headers: Record<string, string> = {}): Response {
  return Response.json({ data, success: status < 300, message, timestamp: '' }, { status, headers })
}

function refused(code: string): Response {
  return enveloped(401, null, `${code}: no`)
}

async function decrypted(jwe: string | undefined): Promise<{ v: string; iat: number; jti: string }> {
  const { plaintext } = await compactDecrypt(jwe ?? '', keys.privateKey)
  return JSON.parse(new TextDecoder().decode(plaintext))
}

async function signedIn(handlers: Record<string, Handler> = {}) {
  const all = gateway(handlers)
  assert.equal((await all.client.signIn(ADA)).status, 200)
  all.calls()
  return all
}

test('signing in sends e-mail and password encrypted and the code in plain text, and later calls carry the token', async () => {
  const { client, seen, calls } = gateway()
  const answer = await client.signIn({ ...ADA, mfaCode: '123456', recoveryCode: undefined })
  assert.equal(answer.status, 200)

  const { email, password, ...rest } = seen[1]?.body ?? {}
  const [first, second] = [await decrypted(email), await decrypted(password)]
  assert.deepEqual([first.v, second.v], [ADA.email, ADA.password])
  assert.deepEqual([first.iat, second.iat], [NOW_MS / 1000, NOW_MS / 1000])
  assert.notEqual(first.jti, second.jti)
  assert.deepEqual(rest, { mfaCode: '123456' })

  assert.equal((await client.operations.getCurrentUser()).status, 200)
  assert.deepEqual(calls(), ['/auth/keys -', '/login/user -', '/me access-1'])
})

test('a rejected login is returned without a refresh, and the previous user stays signed in', async () => {
  let isRefusing = false
  const { client, calls } = await signedIn({
    '/login/user': () =>
      isRefusing
        ? refused('B-AUTH-004')
        : enveloped(200, 'access-1', 'OK', { 'set-cookie': 'refresh_token=refresh-1' }),
  })
  isRefusing = true
  const answer = await client.signIn({ email: 'bob@bank.example', password: 'x' })
  assert.deepEqual([answer.status, answer.body.message], [401, 'B-AUTH-004: no'])
  await client.operations.getCurrentUser()
  assert.deepEqual(calls(), ['/auth/keys access-1', '/login/user -', '/me access-1'])
})

test('without keys signing in fails, and the answer says why', async () => {
  const { client, calls } = gateway({ '/auth/keys': () => enveloped(503, null, 'B-SYS-003: away') })
  assert.equal((await client.signIn(ADA)).status, 503)
  assert.deepEqual(calls(), ['/auth/keys -'])
  await assert.rejects(client.encrypt('x'), /no keys to encrypt to: it answered 503/)
})

test('encrypt returns a value for operations that require encrypted strings', async () => {
  const { client } = gateway()
  assert.equal((await decrypted(await client.encrypt('new password'))).v, 'new password')
})

test('an expired token is refreshed with the stored cookie, and the call retried', async () => {
  const { client, state, seen, calls } = await signedIn()
  state.accepted = 'another'
  const answer = await client.operations.getCurrentUser()
  assert.equal(answer.status, 200)
  assert.deepEqual(seen[1]?.body, { refreshToken: 'refresh-1' })
  assert.deepEqual(calls(), ['/me access-1', '/auth/refresh -', '/me access-2'])

  // The new refresh token is stored as well.
  state.accepted = 'another'
  assert.equal((await client.operations.getCurrentUser()).status, 200)
  assert.deepEqual(calls(), ['/me access-2', '/auth/refresh -', '/me access-3'])
})

// One row per family that a user calls on behalf of a partner: the call, its path, and what it sends.
const ON_BEHALF: [family: string, path: string, call: (client: OnboardingClient) => Promise<{ status: number }>][] = [
  ['lending', 'http://till/v1/lending/loans/L1', (client) => client.lending('PARTNER01').getLoan({ loanId: 'L1' })],
  [
    'digital banking',
    'http://till/api/digital/v1/users/U1',
    (client) => client.digital('PARTNER01').getUser({ userId: 'U1' }),
  ],
]
for (const [family, path, call] of ON_BEHALF) {
  test(`${family} is called with the partner and the user's token, which is refreshed when it has expired`, async () => {
    const { client, state, seen, calls } = await signedIn({
      [path]: ({ bearer }) =>
        bearer === `Bearer ${state.accepted}`
          ? Response.json({})
          : Response.json({ title: 'Unauthorized', code: 'UNAUTHENTICATED' }, { status: 401 }),
    })
    state.accepted = 'expired'
    assert.equal((await call(client)).status, 200)
    assert.deepEqual(
      seen.map(({ partner }) => partner),
      ['PARTNER01', null, 'PARTNER01'],
    )
    assert.deepEqual(calls(), [`${path} access-1`, '/auth/refresh -', `${path} access-2`])
  })
}

test('concurrent calls with an expired token share one refresh', async () => {
  const { client, state, calls } = await signedIn()
  state.accepted = 'another'
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.operations.getCurrentUser()))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  const seen = calls()
  assert.equal(seen.filter((call) => call === '/auth/refresh -').length, 1)
  assert.equal(seen.filter((call) => call === '/me access-2').length, 5)
})

test('a call rejected while another one refreshed the token is retried without a second refresh', async () => {
  const slow = Promise.withResolvers<void>()
  const { client, state, calls, usual } = await signedIn({
    '/me/sessions': async (seen) => {
      if (seen.bearer === 'Bearer access-1') await slow.promise
      return usual['/me']!(seen)
    },
  })
  const late = client.operations.listMySessions()
  state.accepted = 'another'
  await client.operations.getCurrentUser()
  slow.resolve()
  assert.equal((await late).status, 200)
  assert.equal(calls().filter((call) => call.startsWith('/auth/refresh')).length, 1)
})

test('a call is retried once only, and a 401 that is not about the token is not retried', async () => {
  const { client, calls } = await signedIn({
    '/me': () => refused('B-AUTH-001'),
    '/userinfo': () => refused('B-AUTH-005'),
  })
  assert.equal((await client.operations.getCurrentUser()).status, 401)
  assert.deepEqual(calls(), ['/me access-1', '/auth/refresh -', '/me access-2'])
  assert.equal((await client.operations.getUserInfo()).status, 401)
  assert.deepEqual(calls(), ['/userinfo access-2'])
})

test('an operation that needs no token sends the current one, and is not retried: encrypted strings are valid once', async () => {
  const { client, calls } = await signedIn({ '/users/password': () => refused('B-AUTH-001') })
  assert.equal((await client.operations.setPassword({ email: 'jwe', password: 'jwe' })).status, 401)
  assert.deepEqual(calls(), ['/users/password access-1'])
})

test('an ended session is answered 401, and its tokens are dropped', async () => {
  const { client, state, seen, calls } = await signedIn()
  state.isOpen = false
  assert.equal((await client.operations.getCurrentUser()).status, 401)
  assert.deepEqual(calls(), ['/me access-1', '/auth/refresh -'])
  await client.operations.getCurrentUser()
  assert.equal(seen[1]?.body, undefined)
  assert.deepEqual(calls(), ['/me -', '/auth/refresh -'])
})

test('a refresh that fails with a 5xx is returned, and the session continues afterwards', async () => {
  let isAway = true
  const all = await signedIn({
    '/auth/refresh': (seen) => (isAway ? enveloped(503, null, 'B-SYS-003: away') : all.usual['/auth/refresh']!(seen)),
  })
  all.state.accepted = 'another'
  assert.equal((await all.client.operations.getCurrentUser()).status, 503)
  isAway = false
  assert.equal((await all.client.operations.getCurrentUser()).status, 200)
})

test('a refresh without an answer fails the calls that wait for it, and the next call retries it', async () => {
  let isLost = true
  const all = await signedIn({
    '/auth/refresh': (seen) => {
      if (isLost) throw new TypeError('fetch failed')
      return all.usual['/auth/refresh']!(seen)
    },
  })
  all.state.accepted = 'another'
  const both = await Promise.allSettled([
    all.client.operations.getCurrentUser(),
    all.client.operations.getCurrentUser(),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isLost = false
  assert.equal((await all.client.operations.getCurrentUser()).status, 200)
})

test('where fetch keeps cookies, a session is resumed without a stored token', async () => {
  const { client, seen, calls } = gateway({ '/auth/refresh': () => enveloped(200, 'access-1') })
  assert.equal((await client.refresh()).status, 200)
  assert.equal(seen[0]?.body, undefined)
  assert.equal((await client.operations.getCurrentUser()).status, 200)
  assert.deepEqual(calls(), ['/auth/refresh -', '/me access-1'])
})

test('signing out ends the session, also with an expired access token, and drops its tokens', async () => {
  const { client, state, calls } = await signedIn()
  state.accepted = 'another'
  assert.equal((await client.signOut()).status, 200)
  assert.deepEqual(calls(), ['/logout access-1', '/auth/refresh -', '/logout access-2'])
  assert.equal((await client.operations.getCurrentUser()).status, 401)
  assert.deepEqual(calls(), ['/me -', '/auth/refresh -'])
})

test('a failed sign-out can be retried', async () => {
  let isAway = true
  const all = await signedIn({
    '/logout': (seen) => (isAway ? enveloped(503, null, 'B-SYS-003: away') : all.usual['/logout']!(seen)),
  })
  assert.equal((await all.client.signOut()).status, 503)
  isAway = false
  assert.equal((await all.client.signOut()).status, 200)
  assert.deepEqual(all.calls(), ['/logout access-1', '/logout access-1'])
})

test('a call of one user is never retried as another user', async () => {
  const held = Promise.withResolvers<void>()
  const { client, calls } = await signedIn({
    '/userinfo': async () => {
      await held.promise
      return refused('B-AUTH-001')
    },
    '/me': ({ bearer }) => enveloped(200, bearer),
  })
  const ofAda = client.operations.getUserInfo()
  await client.signIn({ email: 'bob@bank.example', password: 'x' })
  held.resolve()
  assert.equal((await ofAda).status, 401)
  assert.deepEqual(calls(), ['/userinfo access-1', '/auth/keys access-1', '/login/user -'])
})

test('a refresh that ends after another user has signed in does not affect that user', async () => {
  const held = Promise.withResolvers<void>()
  const { client, state, calls } = await signedIn({
    '/auth/refresh': async () => {
      await held.promise
      return enveloped(200, 'access-of-ada', 'OK', { 'set-cookie': 'refresh_token=of-ada' })
    },
  })
  state.accepted = 'another'
  const ofAda = client.operations.getCurrentUser()
  state.generation = 7
  await client.signIn({ email: 'bob@bank.example', password: 'x' })
  held.resolve()
  assert.equal((await ofAda).status, 401)
  await client.operations.getCurrentUser()
  assert.deepEqual(
    calls().filter((call) => call.startsWith('/me')),
    ['/me access-1', '/me access-7'],
  )
})

test('a caller that aborts does not abort the refresh for others', async () => {
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const all = await signedIn({
    '/auth/refresh': async (seen) => {
      started.resolve()
      await held.promise
      return all.usual['/auth/refresh']!(seen)
    },
  })
  all.state.accepted = 'another'
  const giveUp = new AbortController()
  const givenUp = all.client.operations.getCurrentUser({ signal: giveUp.signal })
  await started.promise
  const other = all.client.operations.getCurrentUser()
  giveUp.abort()
  held.resolve()
  await assert.rejects(givenUp, { name: 'AbortError' })
  assert.equal((await other).status, 200)
})
