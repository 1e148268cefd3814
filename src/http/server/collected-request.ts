// A request that hands its body over as the parser reads it. The usual way, through the stream's `data` and `end` events,
// takes five turns of the tick queue a request and a tenth of its time. Node documents the subclass; that the parser calls
// `push`, and what `_consuming` and `readableEnded` mean to it, is Node's own affair, so the tests of the server must pass
// before Node is upgraded (docs/decisions/0015).

import { IncomingMessage } from 'node:http'

/** Takes the pieces of a body, and null after the last. */
export type TakeBody = (chunk: Buffer | null) => void

export class CollectedRequest extends IncomingMessage {
  /** Node throws away the body of a request that nobody consumes, with much ado; this one is consumed. */
  declare _consuming: boolean
  #take: TakeBody | undefined
  #hasBegun = false
  #hasEnded = false

  collect(take: TakeBody): void {
    // What has arrived before is in the stream already, and what follows must not overtake it.
    if (this.#hasBegun) {
      readStream(this, take)
      return
    }
    this._consuming = true
    this.#take = take
  }

  override push(chunk: Buffer | null): boolean {
    this.#hasBegun = true
    if (this.#take === undefined) return super.push(chunk)
    if (chunk === null) this.#hasEnded = true
    this.#take(chunk)
    return true
  }

  static {
    // Not an accessor of the class: the types declare it as a property.
    Object.defineProperty(CollectedRequest.prototype, 'readableEnded', {
      get(this: CollectedRequest) {
        return this.#hasEnded || Reflect.get(IncomingMessage.prototype, 'readableEnded', this)
      },
    })
  }
}

/** The body of any request; those of tests that come without a connection are plain streams. */
export function collectBody(request: IncomingMessage, take: TakeBody): void {
  if (request instanceof CollectedRequest) request.collect(take)
  else readStream(request, take)
}

function readStream(request: IncomingMessage, take: TakeBody): void {
  request.on('data', take).on('end', () => take(null))
}
