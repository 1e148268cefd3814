// A real OpenID provider on loopback, in the test process: oidc-provider with one client and the given people. It has
// no sign-in page: the browser is signed in as the test says.

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'
import { freePort } from '../machine/free-port.ts'

export interface Person {
  readonly email?: string
  readonly email_verified?: boolean
}

export interface IdentityProviderOptions {
  readonly redirectUris: readonly string[]
  readonly people: Readonly<Record<string, Person>>
  /** Include the e-mail address in the ID token, as many providers do, and not only in userinfo. */
  readonly emailInIdToken?: boolean
  /** A client without a secret. */
  readonly publicClient?: boolean
}

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The next sign-in is this person's, without a prompt. */
  expect(person: string): void
  /** Acts as the browser at the provider: follows redirects, signs in, and returns the final URL. */
  signIn(authorizationUrl: string, person: string): Promise<URL>
  /** Stops answering until it is started again at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Makes it accept requests without answering, or answer again. */
  hang(isHanging: boolean): void
}

const CLIENT_ID = 'tillgate'
const CLIENT_SECRET = 'a secret that is known to two'

export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  let isHanging = false
  let person = ''
  let server = listener()
  const port = await freePort()
  await listening(server, port)
  const issuer = `http://127.0.0.1:${port}`

  const provider = new Provider(issuer, configurationOf(options))
  const callback = provider.callback()
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) void callback(request, response)
    else void provider.interactionFinished(request, response, { login: { accountId: person } })
  }

  function listener(): Server {
    return createServer((request, response) => {
      if (!isHanging) answer(request, response)
    })
  }

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    expect(who) {
      person = who
    },
    async signIn(authorizationUrl, who) {
      person = who
      return follow(new URL(authorizationUrl), issuer)
    },
    async stop() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    async start() {
      server = listener()
      await listening(server, port)
    },
    hang(hanging) {
      isHanging = hanging
    },
  }
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

function configurationOf({
  redirectUris,
  people,
  emailInIdToken,
  publicClient,
}: IdentityProviderOptions): Configuration {
  const store: Store = new Map()
  return {
    jwks: SIGNING_KEYS,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    adapter: (name) => new MemoryAdapter(store, name),
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(publicClient === true ? { token_endpoint_auth_method: 'none' as const } : { client_secret: CLIENT_SECRET }),
      },
    ],
    // Like most providers: PKCE is verified if used, and required only for public clients.
    pkce: { required: () => publicClient === true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: emailInIdToken !== true,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context, sub) =>
      sub in people ? { accountId: sub, claims: () => ({ sub, ...people[sub] }) } : undefined,
    async loadExistingGrant(context) {
      // Skips the consent page.
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        ...(client !== undefined && { clientId: client.clientId }),
        ...(session?.accountId !== undefined && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

const SIGNING_KEYS = {
  keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
}

type Store = Map<string, AdapterPayload>

/** Like the provider's own, which prints a warning about production at every start. */
class MemoryAdapter implements Adapter {
  readonly #store: Store
  readonly #name: string

  constructor(store: Store, name: string) {
    this.#store = store
    this.#name = name
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#store.set(`${this.#name}:${id}`, payload)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#store.get(`${this.#name}:${id}`)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#store.values().find((payload) => payload.uid === uid)
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const payload = this.#store.get(`${this.#name}:${id}`)
    if (payload !== undefined) payload.consumed = true
  }

  async destroy(id: string): Promise<void> {
    this.#store.delete(`${this.#name}:${id}`)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, payload] of this.#store) if (payload.grantId === grantId) this.#store.delete(key)
  }
}

/** Follows redirects within the provider, with its cookies, until one leaves it. */
async function follow(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  for (let steps = 0; steps < 10; steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    await response.body?.cancel()
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider answered ${response.status} at ${url.pathname}`)
    url = new URL(location, url)
    if (url.origin !== issuer) return url
  }
  throw new Error('the provider redirects in a loop')
}
