import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readSwitchSettings } from './switch-settings.ts'

const EAST = { name: 'east', partnerId: 'P1', dialect: 'iso87-ascii', addresses: ['10.1.0.0/16', '::1'] }
const KEY = '0123456789ABCDEFFEDCBA9876543210'

describe('the file of switches', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-switches-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key.hex'), `${KEY}\n`)
  writeFileSync(join(folder, 'short.hex'), 'ABCD')

  function read(value: unknown) {
    const file = join(folder, 'switches.json')
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
    return readSwitchSettings(file)
  }

  test('says who may connect from where', async () => {
    const { switches } = await read({ switches: [{ ...EAST, macKeyFile: 'key.hex', reversalRrn: 'own' }] })
    const [east] = switches
    assert.ok(east !== undefined)
    const ADDRESSES: [address: string, isAccepted: boolean][] = [
      ['10.1.2.3', true],
      ['10.2.0.1', false],
      ['::1', true],
      ['::2', false],
      ['', false],
    ]
    for (const [address, isAccepted] of ADDRESSES) assert.equal(east.accepts(address), isAccepted, address)
    assert.deepEqual([east.sharesRrn, east.verifiesPin, east.connections, east.inFlight], [false, false, 16, 64])
    assert.throws(() => east.codec.decode(Buffer.from('08000000000000000000')), /no MAC/)
  })

  test('data that is refused is what the switch and its dialect say together', async () => {
    const own = JSON.parse(readFileSync(new URL('../../../dialects/iso87-ascii.json', import.meta.url), 'utf8'))
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ ...own, name: 'own', refuseUnchecked: ['expiry'] }))
    const ROWS: [more: object, refused: string[]][] = [
      [{}, []],
      [{ refuseUnchecked: ['emv'] }, ['emv']],
      [{ dialect: './own.json' }, ['expiry']],
      [{ dialect: './own.json', refuseUnchecked: ['emv', 'expiry'] }, ['emv', 'expiry']],
    ]
    for (const [more, refused] of ROWS) {
      const { switches } = await read({ switches: [{ ...EAST, ...more }] })
      assert.deepEqual([...(switches[0]?.refuseUnchecked ?? [])].sort(), refused)
    }
  })

  test('names certificates by their digest, with or without colons', async () => {
    const digest = 'AB'.repeat(32)
    const { switches } = await read({ switches: [EAST] })
    assert.equal(switches[0]?.acceptsCertificate(undefined), true)
    const tls = { certFile: 'key.hex', keyFile: 'key.hex', clientCaFile: 'key.hex' }
    await assert.rejects(read({ tls, switches: [{ ...EAST, certificates: [digest] }] }), /tls takes a PEM certificate/)
    await assert.rejects(read({ switches: [{ ...EAST, certificates: [digest] }] }), /certificates needs tls/)
  })

  const REFUSED: [title: string, value: unknown, why: RegExp][] = [
    ['no JSON', '{', /no JSON/],
    ['no switch', { switches: [] }, /switches/],
    ['an unknown setting', { switches: [{ ...EAST, adresses: [] }] }, /switches\.0/],
    ['an address that is none', { switches: [{ ...EAST, addresses: ['10.1.0.0/33'] }] }, /neither an IP address/],
    ['a host name', { switches: [{ ...EAST, addresses: ['switch.example'] }] }, /neither an IP address/],
    ['an unknown dialect', { switches: [{ ...EAST, dialect: 'iso99' }] }, /no such dialect/],
    ['data that nothing knows of', { switches: [{ ...EAST, refuseUnchecked: ['cvv'] }] }, /refuseUnchecked/],
    ['a name given twice', { switches: [EAST, EAST] }, /twice/],
    ['a key that is missing', { switches: [{ ...EAST, macKeyFile: 'none.hex' }] }, /macKeyFile cannot be read/],
    ['a key of the wrong length', { switches: [{ ...EAST, macKeyFile: 'short.hex' }] }, /bytes/],
  ]
  for (const [title, value, why] of REFUSED) test(`${title} is refused`, () => assert.rejects(read(value), why))
})
