// Routes whose path is written out are found by a look-up. Fastify's router, with the objects that it makes of each request, takes
// several times as long; it still gets whatever is not found here: parameters, queries, other spellings, unknown paths.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { MountedRoute } from './mounted-route.ts'

export class DirectRoutes {
  readonly #byPath = new Map<string, Map<string, MountedRoute>>()

  add(method: string, path: string, route: MountedRoute): void {
    if (/[:*]/.test(path)) return
    const ofPath = this.#byPath.get(path) ?? new Map<string, MountedRoute>()
    this.#byPath.set(path, ofPath.set(method, route))
  }

  of({ method = '', url = '' }: IncomingMessage): MountedRoute | undefined {
    return this.#byPath.get(url)?.get(method)
  }

  /** Has the requests of these routes answered by `answer`, where it answers true, and all others as before. */
  serve(
    server: Server,
    answer: (route: MountedRoute, request: IncomingMessage, response: ServerResponse) => boolean,
  ): void {
    const routed = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      const route = this.of(request)
      if (route !== undefined && answer(route, request, response)) return
      for (const listener of routed) listener(request, response)
    })
  }
}
