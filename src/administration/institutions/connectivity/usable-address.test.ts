import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertUsableUrl, faultOfHost, faultOfUrl } from './usable-address.ts'

test('https is usable everywhere, http in the sandbox', () => {
  for (const environment of ['sandbox', 'qa', 'uat', 'prod'] as const) {
    assert.equal(assertUsableUrl('https://core.bank.example/v1', environment).pathname, '/v1')
  }
  assert.equal(assertUsableUrl('http://127.0.0.1:8081', 'sandbox').port, '8081')
})

const UNUSABLE: [url: string, environment: 'sandbox' | 'prod', why: RegExp][] = [
  ['http://core.bank.example', 'prod', /must start with https:\/\/ in prod/],
  ['ftp://core.bank.example', 'sandbox', /must be a URL/],
  ['core.bank.example', 'sandbox', /must be a URL/],
  ['https://user:hunter2@core.bank.example', 'prod', /must not hold a user/],
  ['https://core.bank.example/?key=hunter2', 'prod', /must not have a query/],
  ['https://core.bank.example/#x', 'prod', /must not have a query/],
]
for (const [url, environment, why] of UNUSABLE) {
  test(`${url} is not usable in ${environment}, and the error does not repeat it`, () => {
    assert.throws(
      () => assertUsableUrl(url, environment),
      (error: Error) => why.test(error.message) && !error.message.includes('hunter2'),
    )
  })
}

// Every way to write an address that no core may have. `sandbox` rows are refused there too.
const FORBIDDEN_HOSTS: [host: string, environment: 'sandbox' | 'prod'][] = [
  ['169.254.169.254', 'sandbox'],
  ['2852039166', 'sandbox'],
  ['0xa9fea9fe', 'sandbox'],
  ['0xA9.0xFE.0xA9.0xFE', 'sandbox'],
  ['0251.0376.0251.0376', 'sandbox'],
  ['169.254.43518', 'sandbox'],
  ['[::ffff:169.254.169.254]', 'sandbox'],
  ['[fe80::1]', 'sandbox'],
  ['[fd00:ec2::254]', 'sandbox'],
  ['metadata.google.internal', 'sandbox'],
  ['METADATA.google.internal.', 'sandbox'],
  ['instance-data', 'sandbox'],
  ['0', 'sandbox'],
  ['0.0.0.0', 'sandbox'],
  ['[::]', 'sandbox'],
  ['127.0.0.1', 'prod'],
  ['127.1', 'prod'],
  ['0x7f.1', 'prod'],
  ['017700000001', 'prod'],
  ['2130706433', 'prod'],
  ['localhost', 'prod'],
  ['LOCALHOST.', 'prod'],
  ['core.localhost', 'prod'],
  ['[::1]', 'prod'],
  ['[::ffff:7f00:1]', 'prod'],
]
for (const [host, environment] of FORBIDDEN_HOSTS) {
  test(`${host} is refused in ${environment}, in a URL and as a host`, () => {
    assert.match(faultOfUrl(`https://${host}:8443/v1`, environment) ?? '', /must not be a .*metadata address$/)
    assert.match(faultOfHost(host.replace(/[[\]]/g, ''), environment) ?? '', /must not be a .*metadata address$/)
  })
}

test('in the URL even encoded or written with wide characters', () => {
  for (const host of ['%31%36%39.254.169.254', '１６９.254.169.254', '169。254。169。254']) {
    assert.match(faultOfUrl(`https://${host}/`, 'sandbox') ?? '', /must not be/, host)
  }
})

test('names and addresses of a network are hosts, loopback in the sandbox too', () => {
  for (const host of ['core.bank.example', '10.1.2.3', '2001:db8::1', 'core_1']) {
    assert.equal(faultOfHost(host, 'prod'), undefined, host)
  }
  for (const host of ['127.0.0.1', 'localhost', '::1']) assert.equal(faultOfHost(host, 'sandbox'), undefined, host)
})

for (const host of ['', 'a b', 'core:8443', 'core/x', 'user@core', '%31', 'fe80::1%eth0', '[::1]', '１２７.0.0.1']) {
  test(`"${host}" is not a host`, () => assert.match(faultOfHost(host, 'sandbox') ?? '', /must be a host name/))
}
