import assert from 'node:assert/strict'
import test from 'node:test'
import { isCountry } from '../identifiers/countries.ts'
import { isTimeZone } from './time-zones.ts'

const ZONES: [name: string, isZone: boolean][] = [
  ['UTC', true],
  ['America/New_York', true],
  ['America/Argentina/Buenos_Aires', true],
  ['US/Eastern', true],
  ['Asia/Kolkata', true],
  ['Etc/GMT+5', true],
  ['utc', false],
  ['America/new_york', false],
  ['America/Gotham', false],
  ['+01:00', false],
  ['', false],
  [' UTC', false],
  ['UTC\n', false],
  [`A${'/B'.repeat(40)}`, false],
]
for (const [name, isZone] of ZONES) {
  test(`${JSON.stringify(name)} is ${isZone ? 'a' : 'no'} time zone`, () => assert.equal(isTimeZone(name), isZone))
}

const COUNTRIES: [code: string, isAssigned: boolean][] = [
  ['US', true],
  ['KE', true],
  ['ZW', true],
  ['us', false],
  ['UK', false],
  ['EU', false],
  ['USA', false],
  ['', false],
]
for (const [code, isAssigned] of COUNTRIES) {
  test(`${JSON.stringify(code)} is ${isAssigned ? 'a' : 'no'} country`, () => assert.equal(isCountry(code), isAssigned))
}
