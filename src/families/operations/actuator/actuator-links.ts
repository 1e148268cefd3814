// The list of the endpoints that are on, with absolute links that use the caller's own name for this listener.

import type { Call } from '../../../edge/http/call.ts'
import type { Route } from '../../../edge/http/family.ts'
import { actuatorReply } from './actuator-reply.ts'
import type { SensitiveEndpoint } from './exposure.ts'

interface Link {
  readonly href: string
  readonly templated: boolean
}

/** Name and path of the links that are always there. A path with a parameter is a template. */
const ALWAYS: Readonly<Record<string, string>> = {
  self: '/actuator',
  health: '/actuator/health',
  'health-path': '/actuator/health/{component}',
  info: '/actuator/info',
  metrics: '/actuator/metrics',
  'metrics-requiredMetricName': '/actuator/metrics/{requiredMetricName}',
  prometheus: '/actuator/prometheus',
}

export function actuatorLinks(exposed: readonly SensitiveEndpoint[]): Route {
  const paths = { ...ALWAYS, ...Object.fromEntries(exposed.map((name) => [name, `/actuator/${name}`])) }
  return {
    method: 'GET',
    path: '/actuator',
    operation: 'ActuatorLinks',
    answer: async (call) => actuatorReply(call, { _links: linksFrom(originOf(call), paths) }),
  }
}

function linksFrom(origin: string, paths: Readonly<Record<string, string>>): Record<string, Link> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, { href: origin + path, templated: path.includes('{') }]),
  )
}

/** This listener has no TLS. The guard has checked the Host; only HTTP/1.0 may leave it out, and gets paths. */
function originOf(call: Call): string {
  const host = call.header('host')
  return host === undefined ? '' : `http://${host}`
}
