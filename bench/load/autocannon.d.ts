// The part of autocannon that the bench uses; the package has no types.

declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body: string
  }

  interface Options {
    url: string
    connections: number
    duration: number
    timeout: number
    requests: {
      setupRequest(): Request
      onResponse?: ((status: number, body: string) => void) | undefined
    }[]
  }

  interface Result {
    /** Seconds, measured. */
    duration: number
    requests: { total: number }
    non2xx: number
    errors: number
    timeouts: number
    latency: { p50: number; p90: number; p99: number; max: number }
  }

  export default function autocannon(options: Options): Promise<Result>
}
