// The gateways of a campaign, all on one store. A killed one is replaced.

import { type Gateway, type Store, startGateway } from '../support/gateways/gateway.ts'

export class Fleet {
  readonly size: number
  readonly #store: Store
  #running: (Gateway | undefined)[] = []

  constructor(store: Store, size: number) {
    this.#store = store
    this.size = size
  }

  async start(): Promise<void> {
    // The first one may have to seed the sandbox; the others find it seeded.
    for (let i = this.#running.length; i < this.size; i++) this.#running.push(await startGateway(this.#store))
  }

  running(): Gateway[] {
    return this.#running.filter((gateway) => gateway !== undefined)
  }

  any(): Gateway {
    const [gateway] = this.running()
    if (gateway === undefined) throw new Error('no gateway is running')
    return gateway
  }

  async killAndRestart(index: number): Promise<void> {
    const gateway = this.#running[index]
    this.#running[index] = undefined
    await gateway?.kill()
    this.#running[index] = await startGateway(this.#store)
  }

  /** Resolves to the exit codes. */
  async stop(): Promise<(number | null)[]> {
    const codes = await Promise.all(this.running().map((gateway) => gateway.stop()))
    this.#running = []
    return codes
  }
}
