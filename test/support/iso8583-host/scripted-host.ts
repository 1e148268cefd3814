// A host whose answers a test decides. Its messages are those of examples/iso8583-host, which shares no line with the gateway.

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { ascii1987, binary1993, type Message, type Wire } from '../../../examples/iso8583-host/wire.ts'

export type HostVersion = '1987' | '1993'

/** What is sent instead of the usual answer: fields that differ; or nothing. */
export type Scripted = Record<number, string> | undefined

export interface ScriptedHost {
  readonly port: number
  /** What came in besides network messages, in its order. */
  readonly received: Message[]
  /** Decides about each message; `approval` has the fields of an ordinary one. */
  script: (message: Message, approval: Record<number, string>) => Scripted | Promise<Scripted>
  /** Sends a message over every connection, as if the host had thought of it by itself. */
  say(message: Message): void
  /** Network messages that came in: what the gateway asks for, and its answers. */
  readonly network: Message[]
  /** Ends every connection. */
  drop(): void
  close(): Promise<void>
}

const ECHOED = [3, 4, 7, 11, 12, 15, 24, 32, 37, 41, 49, 70, 102, 103]

export function answerTypeOf(mti: string): string {
  return `${mti.slice(0, 2)}${Number(mti[2]) + 1}${mti[1] === '8' ? mti[3] : 0}`
}

export async function startScriptedHost(version: HostVersion): Promise<ScriptedHost> {
  const wire: Wire = version === '1993' ? binary1993 : ascii1987
  const sockets = new Set<Socket>()
  const host: Omit<ScriptedHost, 'port'> = {
    received: [],
    network: [],
    script: (_message, approval) => approval,
    say(message) {
      for (const socket of sockets) socket.write(wire.frame(wire.encode(message), Buffer.from('6000000000', 'hex')))
    },
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((socket) => {
    let held: Buffer = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk: Buffer) => {
      const { frames, rest } = wire.split(Buffer.concat([held, chunk]))
      held = rest
      for (const { body, tpdu } of frames) {
        const message = wire.decode(body)
        const send = (fields: Record<number, string>) =>
          socket.write(wire.frame(wire.encode({ mti: answerTypeOf(message.mti), fields }), tpdu))
        if (message.mti[1] === '8') host.network.push(message)
        if (Number(message.mti[2]) % 2 === 1) continue
        const echoed = Object.fromEntries(Object.entries(message.fields).filter(([n]) => ECHOED.includes(Number(n))))
        if (message.mti[1] === '8') {
          send({ ...echoed, 39: wire.isBinary ? '800' : '00' })
          continue
        }
        host.received.push(message)
        const approved = wire.isBinary ? (message.mti[1] === '4' ? '400' : '000') : '00'
        Promise.resolve(host.script(message, { ...echoed, 38: 'H00001', 39: approved })).then((fields) => {
          if (fields !== undefined) send(fields)
        })
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(host, { port: (server.address() as AddressInfo).port })
}

/** The code of a version for one of 1987. */
export function codeOf(version: HostVersion, code: string): string {
  return version === '1987' ? code : (CODES_1993[code] ?? code)
}

const CODES_1993: Readonly<Record<string, string>> = {
  '00': '000',
  '05': '100',
  '10': '002',
  '25': '914',
  '51': '116',
  '91': '907',
  '96': '909',
}
