// Sets application properties of digital banking through administration, as an operator does.

import assert from 'node:assert/strict'
import { Onboarding } from '../onboarding/onboarding.ts'

const ADMIN = ['admin@sandbox.example', 'Sandbox-Admin-1!'] as const

export class DigitalProperties {
  readonly #onboarding: Onboarding
  #token: string | undefined

  constructor(url: () => string) {
    this.#onboarding = new Onboarding(url)
  }

  /** For one institution, by its id or its externalId; without one, for all. */
  async set(key: string, value: unknown, institutionId?: string): Promise<void> {
    const token = await this.token()
    const isJson = typeof value === 'object'
    const property = { environment: 'sandbox', application: 'digital', key, ...(institutionId && { institutionId }) }
    const body = {
      ...property,
      value: isJson ? JSON.stringify(value) : String(value),
      valueType: isJson ? 'JSON' : 'STRING',
    }
    const made = await this.#onboarding.call('POST /application-properties', { token, body })
    assert.equal(made.status, 201, made.text)
  }

  /** An access token of an administrator. */
  async token(): Promise<string> {
    this.#token ??= await this.#onboarding.tokenOf(...ADMIN)
    return this.#token
  }
}
