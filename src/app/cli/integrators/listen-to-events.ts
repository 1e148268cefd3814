// tillgate events listen: prints the events of a partner as they come and forwards them to a receiver that is being developed, signed as
// webhooks are. It reads the feed, so the receiver needs no address that the gateway can reach.

import { createEventsClient, type EventsClient } from '../../../../sdk/src/events-client.ts'
import { newWebhookSecret, webhookHeaders } from '../../../administration/event-delivery/webhooks/webhook-signature.ts'
import type { CloudEvent } from '../../../administration/events/cloud-event.ts'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { systemClock } from '../../../platform/kernel/time/clock.ts'
import { ConfigError } from '../../config/config-error.ts'
import { promptHidden } from '../prompts/prompt-hidden.ts'
import { readLine } from '../prompts/read-line.ts'
import type { Shell } from '../shell.ts'

const WAIT_SECONDS = 20
const ANSWER_WITHIN_MS = 15_000
/** Few feeds have many of them, so that the end is found at once. */
const RARE_KIND = 'webhook.test'

export interface ListenOptions {
  readonly url: string
  readonly clientId: string
  readonly secretStdin?: boolean
  readonly forwardTo?: string
  readonly kinds?: string
  /** Ends it. */
  readonly stopping?: AbortSignal
}

export async function listenToEvents(options: ListenOptions, shell: Shell): Promise<void> {
  const { url: baseUrl, clientId, forwardTo, kinds, stopping } = options
  if (forwardTo !== undefined && !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ''))
    throw new ConfigError('--forward-to', 'takes the address of a receiver, such as http://127.0.0.1:3000/events')
  const client = createEventsClient({ baseUrl, clientId, clientSecret: await readSecret(options, shell) })
  let after = await endOf(client)
  const secret = newWebhookSecret()
  if (forwardTo !== undefined) shell.print(`Events are signed with ${secret}`)
  shell.print(`Listening to ${baseUrl} after event ${after}`)
  while (stopping?.aborted !== true) {
    const page = await read(client, { after, wait: WAIT_SECONDS, ...(kinds !== undefined && { kinds }) })
    for (const event of page.events) {
      const answer = forwardTo === undefined ? '' : ` → ${await forward(forwardTo, event, secret)}`
      shell.print(`${Number(event.sequence)} ${event.type} ${event.subject}${answer}`)
    }
    after = page.after
  }
}

async function readSecret({ secretStdin }: ListenOptions, { input }: Shell): Promise<string> {
  if (secretStdin === true) return readLine(input)
  if (!input.isTTY) throw new ConfigError('--secret-stdin', 'is needed where there is no terminal to ask on')
  return (await promptHidden('Client secret: ')) ?? ''
}

/** The number of the last event that there is. */
async function endOf(client: EventsClient): Promise<number> {
  let after = 0
  for (;;) {
    const page = await read(client, { after, kinds: RARE_KIND })
    if (!page.hasMore) return page.after
    after = page.after
  }
}

async function read(client: EventsClient, query: Parameters<EventsClient['readEvents']>[0]) {
  const answer = await client.readEvents(query)
  if (answer.status === 200) return answer.body
  const { detail } = answer.body as { readonly detail?: string }
  throw new Problem('unavailable', `the gateway answers ${answer.status}: ${detail ?? 'no reason'}`)
}

/** The status, or why there is none. */
async function forward(url: string, event: object, secret: string): Promise<string> {
  const body = JSON.stringify(event)
  const { id } = event as CloudEvent
  const headers = webhookHeaders({ id, timestampSeconds: Math.floor(systemClock.now() / 1000), body }, [secret])
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/cloudevents+json; charset=utf-8' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    const { cause, message } = error as Error
    return cause instanceof Error ? cause.message : message
  }
}
