// A gateway that listens for switches: its file of switches, and lines to it. Each dialect has an address of its own.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SwitchDialect, SwitchLine } from '../peers/switch-simulator.ts'
import type { Gateway } from './gateway.ts'

const SWITCH_ADDRESSES: Readonly<Record<SwitchDialect, string>> = {
  'iso87-ascii': '127.0.0.2',
  'iso93-binary': '127.0.0.3',
}

/** The environment of a gateway that switches of both dialects may use, as the sandbox's first partner. */
export function switchEnvironment(institutionId: string, more: object = {}): Readonly<Record<string, string>> {
  const file = join(mkdtempSync(join(tmpdir(), 'tillgate-switches-')), 'switches.json')
  const switches = Object.entries(SWITCH_ADDRESSES).map(([dialect, address]) => ({
    name: dialect,
    partnerId: 'PARTNER01',
    clientId: 'sandbox-atm',
    dialect,
    addresses: [address],
    institutionId,
    connections: 64,
    ...more,
  }))
  writeFileSync(file, JSON.stringify({ switches }))
  return { ISO8583_PORT: '0', ISO8583_SWITCHES_FILE: file }
}

export function openLine(gateway: Gateway, dialect: SwitchDialect): Promise<SwitchLine> {
  return SwitchLine.open(switchPort(gateway), dialect, SWITCH_ADDRESSES[dialect])
}

function switchPort(gateway: Gateway): number {
  const [, port] = /^switches listening on \S+:(\d+)$/m.exec(gateway.output()) ?? []
  if (port === undefined) throw new Error(`the gateway does not listen for switches:\n${gateway.output()}`)
  return Number(port)
}
