// The baselines: the same requests on a server that does nothing but HTTP. It parses the body and sends a fixed reply
// of typical size, on plain `node:http` or default Fastify. The first argument picks one.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { cashWithdrawal } from '../../src/families/accounts/cash-withdrawal.ts'
import { TEMPLATES } from '../load/requests.ts'

const HOST = '127.0.0.1'
const JSON_TYPE = 'application/json; charset=utf-8'
const PATH = TEMPLATES.withdrawal.path.join('')
const REPLY = JSON.stringify(cashWithdrawal.replyExamples[0]?.value)

const server = process.argv[2] === 'http' ? await bareHttp() : await bareFastify()
console.log(`gateway listening on http://${HOST}:${(server.address() as AddressInfo).port}`)
process.on('SIGTERM', () => process.exit(0))

async function bareHttp(): Promise<Server> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': Buffer.byteLength(REPLY) })
      response.end(REPLY)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, HOST, resolve))
  return http
}

async function bareFastify(): Promise<Server> {
  const app = fastify()
  app.post(PATH, (_request, reply) => {
    reply.header('content-type', JSON_TYPE).send(REPLY)
  })
  await app.listen({ host: HOST, port: 0 })
  return app.server
}
