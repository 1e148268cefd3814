// One request with its answer.

import { Badge, Button, Collapse, CopyButton, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconTerminal2 } from '@tabler/icons-react'
import { formatTime } from '../../../kit/show/format.ts'
import { JsonView } from '../../../kit/show/json-view.tsx'
import { asCurl, type Exchange, rrnOf, shownHeaders } from '../engine/exchange.ts'
import { meaningOf, responseCodeOf } from '../engine/response-codes.ts'
import { PUBLISHED_SECRETS } from '../the-atm.ts'

export interface ExchangeViewProps {
  readonly exchange: Exchange
  readonly isOpen: boolean
  onToggle(isOpen: boolean): void
}

export function ExchangeView({ exchange, isOpen, onToggle }: ExchangeViewProps) {
  const { operation, delivery, durationMs } = exchange
  const code = responseCodeOf(exchange.responseBody)
  const isReplay = exchange.responseHeaders?.['x-idempotent-replay'] === 'true'
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div className="atm-exchange" data-operation={operation} data-delivery={delivery}>
      <UnstyledButton w="100%" p={8} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <Chevron size={16} style={{ flexShrink: 0, marginTop: 2 }} />
          <div>
            <Group gap={6}>
              <Text size="sm" fw={600}>
                {operation}
              </Text>
              <DeliveryBadge exchange={exchange} />
              {isReplay && (
                <Badge size="sm" variant="light" color="grape" radius="sm" tt="none">
                  Replay
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {formatTime(exchange.at)}
              {durationMs !== undefined && ` · ${durationMs} ms`}
              {code !== undefined && ` · ${code} ${meaningOf(code)}`}
            </Text>
          </div>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <Details exchange={exchange} />}</Collapse>
    </div>
  )
}

function DeliveryBadge({ exchange: { delivery, status } }: { exchange: Exchange }) {
  const [color, text] =
    delivery === 'under-way'
      ? ['blue', 'On its way']
      : delivery === 'never-sent'
        ? ['red', 'Timed out: request lost']
        : delivery === 'failed'
          ? ['red', 'No connection']
          : delivery === 'answer-lost'
            ? ['red', 'Timed out: answer lost']
            : [status === 200 ? 'harbour' : 'red', `HTTP ${status ?? ''}`]
  return (
    <Badge size="sm" variant="light" color={color} radius="sm" tt="none">
      {text}
    </Badge>
  )
}

/** What is said comes first, the headers last: they are the same in most requests. */
function Details({ exchange }: { exchange: Exchange }) {
  const { operation, method, url, delivery, status, requestBody, responseBody, responseHeaders } = exchange
  const rrn = rrnOf(requestBody)
  return (
    <Stack gap={8} p={8} pt={0}>
      <Text size="xs">{exchange.why}</Text>
      <Facts
        facts={[
          ['Request', `${method} ${new URL(url).pathname}`],
          ...(rrn === undefined ? [] : [['RRN', rrn] as const]),
        ]}
      />
      <JsonView label={`Request body of ${operation}`} value={requestBody} maxHeight={420} />
      {delivery === 'never-sent' && (
        <Text size="xs" fw={600}>
          No answer: the cable was pulled, and the request never reached the gateway. The ATM gave up waiting.
        </Text>
      )}
      {delivery === 'answer-lost' && (
        <Text size="xs" fw={600}>
          The ATM never got this answer: it was lost on the way back, and the ATM gave up waiting.
        </Text>
      )}
      {responseHeaders !== undefined && (
        <>
          <Facts facts={[['Answer', `HTTP ${status ?? ''}`]]} />
          <JsonView label={`Answer to ${operation}`} value={responseBody} maxHeight={420} />
        </>
      )}
      <Facts title="Headers of the request" facts={shownHeaders(exchange, PUBLISHED_SECRETS)} />
      {responseHeaders !== undefined && <Facts title="Headers of the answer" facts={Object.entries(responseHeaders)} />}
      <CopyButton value={asCurl(exchange, PUBLISHED_SECRETS)}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
            onClick={copy}
            style={{ alignSelf: 'flex-start' }}
          >
            {copied ? 'Copied' : 'Copy as curl'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}

interface FactsProps {
  readonly title?: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

function Facts({ title, facts }: FactsProps) {
  return (
    <div>
      {title !== undefined && (
        <Text size="xs" fw={600} mb={2}>
          {title}
        </Text>
      )}
      <dl className="atm-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
