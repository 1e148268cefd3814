// An IncomingMessage that passes its body to a callback straight from the HTTP parser. The stream's `data` and `end`
// events would take five turns of the tick queue, a tenth of a request's time. Node documents subclassing; that the
// parser calls `push`, and how it uses `_consuming` and `readableEnded`, is internal to Node, so run the server's tests
// before upgrading Node (docs/decisions/0015).

import { IncomingMessage } from 'node:http'

/** Receives the chunks of a body, then null. */
export type TakeBody = (chunk: Buffer | null) => void

export class CollectedRequest extends IncomingMessage {
  /** Tells Node that the body is read, so that it does not dump it, which is slow. */
  declare _consuming: boolean
  #take: TakeBody | undefined
  #hasBegun = false
  #hasEnded = false

  collect(take: TakeBody): void {
    // Earlier chunks are already in the stream, and later ones must not overtake them.
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
    // Not a class accessor, because the types declare it as a property.
    Object.defineProperty(CollectedRequest.prototype, 'readableEnded', {
      get(this: CollectedRequest) {
        return this.#hasEnded || Reflect.get(IncomingMessage.prototype, 'readableEnded', this)
      },
    })
  }
}

/** Reads the body of any request. Requests injected by tests are plain streams. */
export function collectBody(request: IncomingMessage, take: TakeBody): void {
  if (request instanceof CollectedRequest) request.collect(take)
  else readStream(request, take)
}

function readStream(request: IncomingMessage, take: TakeBody): void {
  request.on('data', take).on('end', () => take(null))
}
