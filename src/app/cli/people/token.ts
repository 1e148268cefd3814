// tillgate token: signs in to a running gateway over HTTP and prints the access token, so that curl can call
// administration. It prompts for password and code, or takes them from standard input and --code.

import {
  createOnboardingClient,
  type OnboardingClient,
  type SignInCredentials,
} from '../../../../sdk/src/onboarding-client.ts'
import { isLoopback } from '../../../platform/kernel/loopback.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { ConfigError } from '../../config/config-error.ts'
import { promptHidden } from '../prompts/prompt-hidden.ts'
import { readLine } from '../prompts/read-line.ts'
import type { Shell } from '../shell.ts'

export interface TokenOptions {
  readonly email: string
  readonly url: string
  readonly passwordStdin?: boolean
  readonly code?: string
  readonly allowHttp?: boolean
}

export async function token(options: TokenOptions, shell: Shell): Promise<void> {
  const baseUrl = readUrl(options)
  const client = createOnboardingClient({ baseUrl })
  const credentials = { email: options.email, password: await readPassword(options, shell) }
  let answer = await signIn(client, { ...credentials, ...secondFactor(options.code) }, baseUrl)
  if (answer.asksForCode && options.code === undefined) {
    answer = await signIn(client, { ...credentials, ...secondFactor(await readCode(options, shell)) }, baseUrl)
  }
  if (answer.token === undefined) throw new Problem('unauthenticated', answer.refusal)
  shell.print(answer.token)
}

function readUrl({ url, allowHttp }: TokenOptions): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new ConfigError('--url', 'takes the address of a gateway, such as https://gateway.bank.example')
  }
  if (parsed.username !== '' || parsed.password !== '') throw new ConfigError('--url', 'takes no user and no password')
  // The password is sent encrypted; the token that comes back is not.
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname) && allowHttp !== true) {
    throw new ConfigError('--url', 'takes https:// beyond this machine; --allow-http sends the token in the clear')
  }
  return parsed.href
}

async function readPassword({ passwordStdin }: TokenOptions, { input }: Shell): Promise<string> {
  if (passwordStdin === true) return readLine(input)
  if (!input.isTTY) throw new ConfigError('--password-stdin', 'is needed where there is no terminal to ask on')
  return answered(await promptHidden('Password: '))
}

async function readCode({ passwordStdin }: TokenOptions, { input }: Shell): Promise<string> {
  if (passwordStdin === true || !input.isTTY) {
    throw new ConfigError('--code', 'is needed: the user has a second factor')
  }
  return answered(await promptHidden('Code of the authenticator app, or a recovery code: '))
}

function answered(text: string | undefined): string {
  if (text === undefined) throw new Problem('unauthenticated', 'interrupted')
  return text.trimEnd()
}

function secondFactor(code: string | undefined): Pick<SignInCredentials, 'mfaCode' | 'recoveryCode'> {
  if (code === undefined) return {}
  return /^\d{6}$/.test(code) ? { mfaCode: code } : { recoveryCode: code }
}

type Outcome = { readonly asksForCode: boolean; readonly refusal: string; readonly token?: string }

async function signIn(client: OnboardingClient, credentials: SignInCredentials, url: string): Promise<Outcome> {
  const { status, body } = await client.signIn(credentials).catch((error: unknown) => {
    throw new ConfigError('--url', `names ${url}, which does not answer as a gateway: ${reasonOf(error)}`)
  })
  // A proxy in between may answer anything.
  const said = body as { data?: unknown; message?: unknown } | null
  if (status === 200 && typeof said?.data === 'string') return { asksForCode: false, refusal: '', token: said.data }
  if (typeof said?.message !== 'string') {
    throw new ConfigError('--url', `names ${url}, which does not answer as a gateway: HTTP ${status}`)
  }
  return { asksForCode: said.message.startsWith('B-AUTH-004'), refusal: said.message }
}

/** The innermost cause: fetch only says that it failed. */
function reasonOf(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (innermost instanceof AggregateError) innermost = innermost.errors[0]
  // OpenSSL's message is a line of its source; `reason` is readable.
  const { reason } = innermost as { reason?: unknown }
  if (typeof reason === 'string') return reason
  const text = innermost instanceof Error ? innermost.message : String(innermost)
  return text.split('\n', 1)[0] ?? ''
}
