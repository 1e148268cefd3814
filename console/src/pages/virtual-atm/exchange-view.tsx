// One request with its answer.

import { Badge, Button, Collapse, CopyButton, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronRight, IconTerminal2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { JsonView } from '../../kit/show/json-view.tsx'
import { asCurl, type Exchange, rrnOf, shownHeaders } from './engine/exchange.ts'
import { meaningOf, responseCodeOf } from './engine/response-codes.ts'
import { PUBLISHED_SECRETS } from './the-atm.ts'

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
              {new Date(exchange.at).toLocaleTimeString('en-GB')}
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
      ? ['blue', 'on its way']
      : delivery === 'never-sent'
        ? ['red', 'never left the ATM']
        : delivery === 'failed'
          ? ['red', 'no connection']
          : delivery === 'answer-lost'
            ? ['red', `HTTP ${status ?? ''}, answer lost`]
            : [status === 200 ? 'harbour' : 'red', `HTTP ${status ?? ''}`]
  return (
    <Badge size="sm" variant="light" color={color} radius="sm" tt="none">
      {text}
    </Badge>
  )
}

function Details({ exchange }: { exchange: Exchange }) {
  const rrn = rrnOf(exchange.requestBody)
  const path = new URL(exchange.url).pathname
  return (
    <Stack gap={8} p={8} pt={0}>
      <Text size="xs">{exchange.why}</Text>
      <dl className="atm-facts">
        <Fact name="Request">
          {exchange.method} {path}
        </Fact>
        {rrn !== undefined && <Fact name="RRN">{rrn}</Fact>}
        {shownHeaders(exchange, PUBLISHED_SECRETS).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      <JsonView label={`Request body of ${exchange.operation}`} value={exchange.requestBody} maxHeight={220} />
      {exchange.delivery === 'never-sent' && (
        <Text size="xs" fw={600}>
          The cable was pulled: nothing reached the gateway, and the ATM waited in vain.
        </Text>
      )}
      {exchange.delivery === 'answer-lost' && (
        <Text size="xs" fw={600}>
          What the gateway really answered. The answer was lost on the way back: the ATM has never seen it.
        </Text>
      )}
      {exchange.responseHeaders !== undefined && (
        <>
          <dl className="atm-facts">
            <Fact name="Answer">HTTP {exchange.status}</Fact>
            {Object.entries(exchange.responseHeaders).map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </dl>
          <JsonView label={`Answer to ${exchange.operation}`} value={exchange.responseBody} maxHeight={260} />
        </>
      )}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
