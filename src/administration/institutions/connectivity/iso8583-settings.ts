// What a connection to a core that speaks ISO 8583 needs besides host and port.

export interface Iso8583Settings {
  /** The name of a dialect. */
  readonly dialect: string
  /** Connections that a gateway keeps open. */
  readonly connections: number
  /** Nothing came in for so long: an echo is sent. */
  readonly echoSeconds: number
  /** DE 32, DE 33, DE 42, DE 43. */
  readonly acquirerId: string | null
  readonly forwarderId: string | null
  readonly acceptorId: string | null
  readonly acceptorName: string | null
  readonly tls: boolean
  /** PEM: the certificates to trust instead of the system's, and the gateway's own. */
  readonly caCertificates: string | null
  readonly clientCertificate: string | null
}

export type SentIso8583Settings = { readonly [Name in keyof Iso8583Settings]?: Iso8583Settings[Name] | undefined }

const ISO8583_DEFAULTS: Iso8583Settings = {
  dialect: 'iso87-ascii',
  connections: 2,
  echoSeconds: 60,
  acquirerId: null,
  forwarderId: null,
  acceptorId: null,
  acceptorName: null,
  tls: false,
  caCertificates: null,
  clientCertificate: null,
}

/** What is stored or sent over what there was; in one order, so that the same settings are the same text. */
export function iso8583Settings(
  before: SentIso8583Settings | null | undefined,
  sent: SentIso8583Settings = {},
): Iso8583Settings {
  const names = Object.keys(ISO8583_DEFAULTS) as (keyof Iso8583Settings)[]
  const values = names.map((name) => [
    name,
    sent[name] ?? (sent[name] === null ? null : before?.[name]) ?? ISO8583_DEFAULTS[name],
  ])
  return Object.fromEntries(values) as unknown as Iso8583Settings
}
