// The metrics of switches that speak ISO 8583, by the names that the file of switches gives them.

import { Counter, Gauge, type Registry } from 'prom-client'

export interface SwitchMetrics {
  /** A message has met its fate: answered, unreadable … */
  message(switchName: string, fate: string): void
  refused(reason: string): void
  /** Reads the connections on every scrape. */
  watch(read: () => Iterable<SwitchConnections>): void
}

export interface SwitchConnections {
  readonly name: string
  readonly connections: number
  readonly pending: number
}

export function switchMetrics(registry: Registry): SwitchMetrics {
  const registers = [registry]
  const messages = new Counter({
    name: 'switch_messages_total',
    help: 'Messages of switches by what became of them.',
    labelNames: ['switch', 'fate'],
    registers,
  })
  const refusals = new Counter({
    name: 'switch_connections_refused_total',
    help: 'Connections to the port of switches that were not accepted, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    message: (name, fate) => messages.inc({ switch: name, fate }),
    refused: (reason) => refusals.inc({ reason }),
    watch(read) {
      for (const [figure, metric, help] of [
        ['connections', 'switch_connections', 'Connections of a switch.'],
        ['pending', 'switch_messages_pending', 'Messages of a switch that are being answered.'],
      ] as const) {
        new Gauge({
          name: metric,
          help,
          labelNames: ['switch'],
          registers,
          collect() {
            this.reset()
            for (const one of read()) this.set({ switch: one.name }, one[figure])
          },
        })
      }
    },
  }
}
