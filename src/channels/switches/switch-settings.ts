// The file of ISO8583_SWITCHES_FILE: which switches may connect, from where, in which dialect, and for which partner. What the
// partner may do stays in its record, where it is administered and audited.

import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import Type, { type Static } from 'typebox'
import { Errors } from 'typebox/value'
import { type Dialect, loadDialect, UncheckedData, type UncheckedDatum } from '../iso8583/dialect.ts'
import { MessageCodec } from '../iso8583/message-codec.ts'
import { readMacKey } from '../iso8583-link/mac-key.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,35}$' })
const Path = Type.String({ minLength: 1 })

const SwitchSchema = Type.Object(
  {
    /** For logs, metrics and health. */
    name: Name,
    partnerId: Name,
    /** The client that it acts as: while that is inactive or expired, nothing is accepted. */
    clientId: Type.Optional(Name),
    /** A shipped dialect, or the path of a file. */
    dialect: Path,
    /** IP addresses and CIDR ranges. */
    addresses: Type.Array(Type.String(), { minItems: 1 }),
    /** SHA-256 of the certificates that it may present, in hexadecimal digits. Needs `tls`. */
    certificates: Type.Optional(Type.Array(Type.String({ pattern: '^([0-9A-Fa-f]{2}:?){32}$' }), { minItems: 1 })),
    /** Holds the key of its MACs in hexadecimal digits. */
    macKeyFile: Type.Optional(Path),
    institutionId: Type.Optional(Name),
    institutions: Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]{1,11}$' }), Name)),
    reversalRrn: Type.Optional(Type.Enum(['original', 'own'])),
    verifiesPin: Type.Optional(Type.Boolean()),
    /** Besides what its dialect says. */
    refuseUnchecked: Type.Optional(UncheckedData),
    connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    inFlight: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  },
  closed,
)

const FileSchema = Type.Object(
  {
    tls: Type.Optional(Type.Object({ certFile: Path, keyFile: Path, clientCaFile: Path }, closed)),
    switches: Type.Array(SwitchSchema, { minItems: 1, maxItems: 1_000 }),
  },
  closed,
)

export interface SwitchSettings {
  readonly name: string
  readonly partnerId: string
  readonly clientId: string | undefined
  readonly codec: MessageCodec
  readonly institutionId: string | undefined
  readonly institutions: Readonly<Record<string, string>>
  /** Whether DE 37 of a reversal is that of its original. */
  readonly sharesRrn: boolean
  readonly verifiesPin: boolean
  /** Data of a card that an order is refused for. */
  readonly refuseUnchecked: ReadonlySet<UncheckedDatum>
  /** At once, per process. */
  readonly connections: number
  /** Messages of one connection that are being answered; further ones wait in the network. */
  readonly inFlight: number
  accepts(address: string): boolean
  /** `fingerprint` as node:tls has it; undefined without a certificate. */
  acceptsCertificate(fingerprint: string | undefined): boolean
}

export interface ListenerSettings {
  /** Plain TCP without it. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer; readonly ca: Buffer }
  readonly switches: readonly SwitchSettings[]
}

const CONNECTIONS = 16
const IN_FLIGHT = 64

/** Throws an error that names what is wrong, and no key. */
export async function readSwitchSettings(file: string): Promise<ListenerSettings> {
  const folder = dirname(resolve(file))
  const value = parse(readText(file, 'the file'))
  const faults = Errors(FileSchema, value).map(
    ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.') || 'the file'} ${message}`,
  )
  if (faults.length > 0) throw new Error(`${[...new Set(faults)].join('; ')}`)
  const { tls, switches } = value as Static<typeof FileSchema>
  const names = switches.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`the name ${twice} is given twice`)
  return {
    ...(tls !== undefined && { tls: readTls(tls, folder) }),
    switches: await Promise.all(
      switches.map(async (one, at) => {
        if (one.certificates !== undefined && tls === undefined) {
          throw new Error(`switches.${at}.certificates needs tls`)
        }
        try {
          return await readSwitch(one, folder)
        } catch (error) {
          throw new Error(`switches.${at} (${one.name}): ${(error as Error).message}`)
        }
      }),
    ),
  }
}

async function readSwitch(one: Static<typeof SwitchSchema>, folder: string): Promise<SwitchSettings> {
  const isShipped = /^[a-z0-9-]+$/.test(one.dialect)
  const dialect = await loadDialect(isShipped ? one.dialect : resolve(folder, one.dialect))
  const addresses = readAddresses(one.addresses)
  const certificates = one.certificates?.map(digitsOf)
  return {
    name: one.name,
    partnerId: one.partnerId,
    clientId: one.clientId,
    codec: new MessageCodec(dialect, readKey(one.macKeyFile, dialect, folder)),
    institutionId: one.institutionId,
    institutions: one.institutions ?? {},
    sharesRrn: one.reversalRrn !== 'own',
    verifiesPin: one.verifiesPin === true,
    refuseUnchecked: new Set([...(dialect.refuseUnchecked ?? []), ...(one.refuseUnchecked ?? [])]),
    connections: one.connections ?? CONNECTIONS,
    inFlight: one.inFlight ?? IN_FLIGHT,
    accepts: (address) => {
      const version = isIP(address)
      return version !== 0 && addresses.check(address, version === 6 ? 'ipv6' : 'ipv4')
    },
    acceptsCertificate: (fingerprint) =>
      certificates === undefined || (fingerprint !== undefined && certificates.includes(digitsOf(fingerprint))),
  }
}

function digitsOf(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toUpperCase()
}

function readAddresses(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits, ...rest] = text.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    if (version === 0 || !isRange || rest.length > 0) {
      throw new Error(`${text} is neither an IP address nor a CIDR range, such as 10.1.0.0/16`)
    }
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function readKey(file: string | undefined, dialect: Dialect, folder: string): Buffer | undefined {
  return file === undefined ? undefined : readMacKey(readText(resolve(folder, file), 'macKeyFile').trim(), dialect)
}

function readTls(
  { certFile, keyFile, clientCaFile }: { certFile: string; keyFile: string; clientCaFile: string },
  folder: string,
): NonNullable<ListenerSettings['tls']> {
  const read = (file: string, name: string) => readBytes(resolve(folder, file), `tls.${name}`)
  const tls = {
    cert: read(certFile, 'certFile'),
    key: read(keyFile, 'keyFile'),
    ca: read(clientCaFile, 'clientCaFile'),
  }
  try {
    createSecureContext(tls)
  } catch {
    throw new Error(
      'tls takes a PEM certificate, the private key that belongs to it, and the certificates that it trusts',
    )
  }
  return tls
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the file is no JSON: ${(error as Error).message}`)
  }
}

function readText(file: string, name: string): string {
  return readBytes(file, name).toString('utf8')
}

function readBytes(file: string, name: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new Error(`${name} cannot be read: ${file}`)
  }
}
