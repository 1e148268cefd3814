// https to a core: the certificate is checked before a byte of the request goes out.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Problem } from '../../../platform/kernel/problems/problem.ts'
import { EXECUTED, restCore, WITHDRAWAL } from './scripted-core.fixture.ts'

const openssl = spawnSync('openssl', ['version']).status === 0
test('a core is called over TLS only when its certificate is trusted', {
  skip: openssl ? false : 'openssl is not installed',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-core-tls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const pair = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...pair, ...names], { stdio: 'ignore' })
  const ca = readFileSync(certFile, 'utf8')

  let received = 0
  const server = createServer({ key: readFileSync(keyFile), cert: ca }, (_request, response) => {
    received++
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(EXECUTED))
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const trusting = restCore({ url: new URL(`https://localhost:${port}`), ca })
  const strange = restCore({ url: new URL(`https://localhost:${port}`) })
  const misnamed = restCore({ url: new URL(`https://127.0.0.1:${port}`), ca })
  t.after(async () => {
    await Promise.all([trusting, strange, misnamed].map((core) => core.close()))
    server.close()
  })

  const isUnavailable = (error: unknown) => error instanceof Problem && error.kind === 'unavailable'
  await assert.rejects(strange.execute(WITHDRAWAL), isUnavailable)
  await assert.rejects(misnamed.execute(WITHDRAWAL), isUnavailable)
  assert.equal(received, 0)
  assert.equal((await trusting.execute(WITHDRAWAL)).code, '000')
  assert.equal((await trusting.execute(WITHDRAWAL)).code, '000')
  assert.equal(received, 2)
})
