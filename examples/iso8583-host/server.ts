// A bank's host that speaks ISO 8583, on the books of examples/rest-core. README.md says how to run it.
//
//   node server.ts --port 8583 --data ./host-data [--format 1987|1993] [--institution FI001] [--plain-accounts 10000]
//
// Lines on standard input are faults, one each for the next orders and reversals, in their order:
//   none, lost-request, lost-answer, late-answer 500, repeated-answer, wrong-stan, garbled, cut, half-open, crash

import { mkdirSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Bank } from '../rest-core/bank.ts'
import { answerTo, type Host } from './orders.ts'
import { ascii1987, binary1993, type Frame, type Message } from './wire.ts'

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8583' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: './host-data' },
    format: { type: 'string', default: '1987' },
    institution: { type: 'string', default: 'FI001' },
    'plain-accounts': { type: 'string', default: '10000' },
  },
})

mkdirSync(options.data, { recursive: true })
const bank = await Bank.open(options.data, Number(options['plain-accounts']))
const institution = bank.institution(options.institution)
if (institution === undefined) throw new Error(`there is no institution ${options.institution}`)
const wire = options.format === '1993' ? binary1993 : ascii1987
const host: Host = { bank, institution, wire }
const faults: string[] = []
/** Connections that look open and do nothing any more. */
const dead = new WeakSet<Socket>()

createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === 'ping') console.log('pong')
  else if (line === 'no more faults') faults.length = 0
  else faults.push(line)
})

const server = createServer((socket) => {
  let held: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const frames = framesOf(Buffer.concat([held, chunk]))
    held = frames?.rest ?? Buffer.alloc(0)
    if (frames === undefined) socket.destroy()
    for (const frame of frames?.frames ?? []) {
      take(socket, frame).catch((error: unknown) => {
        console.error(error)
        socket.destroy()
      })
    }
  })
})
server.listen(Number(options.port), options.host, () => {
  const { address, port } = server.address() as AddressInfo
  console.log(`listening on tcp://${address}:${port}`)
})

/** Undefined when the bytes begin with no frame: then nothing after them can be read either. */
function framesOf(bytes: Buffer): ReturnType<typeof wire.split> | undefined {
  try {
    return wire.split(bytes)
  } catch {
    return undefined
  }
}

async function take(socket: Socket, frame: Frame): Promise<void> {
  if (dead.has(socket)) return
  const message = wire.decode(frame.body)
  const isMoney = message.mti[1] === '2' || message.mti[1] === '4'
  const [fault = 'none', value = '0'] = ((isMoney ? faults.shift() : undefined) ?? 'none').split(' ')
  if (fault === 'half-open') dead.add(socket)
  if (fault === 'lost-request' || fault === 'half-open') return
  const answer = await answerTo(message, host)
  if (answer === undefined) return
  const send = (sent: Message) => socket.write(wire.frame(wire.encode(sent), turned(frame.tpdu)))
  switch (fault) {
    case 'lost-answer':
      return
    case 'cut':
      socket.destroy()
      return
    case 'crash':
      process.kill(process.pid, 'SIGKILL')
      return
    case 'late-answer':
      await wait(Number(value))
      send(answer)
      return
    case 'repeated-answer':
      send(answer)
      send(answer)
      return
    case 'wrong-stan':
      send({ ...answer, fields: { ...answer.fields, 11: another(answer.fields[11] ?? '') } })
      return
    case 'garbled':
      socket.write(wire.frame(Buffer.from('this is no message'), turned(frame.tpdu)))
      return
    default:
      send(answer)
  }
}

function another(stan: string): string {
  return String((Number(stan) + 500_000) % 1_000_000).padStart(6, '0')
}

/** Destination and source of the TPDU change places. */
function turned(tpdu: Buffer): Buffer {
  return tpdu.length < 5 ? tpdu : Buffer.concat([tpdu.subarray(0, 1), tpdu.subarray(3, 5), tpdu.subarray(1, 3)])
}
