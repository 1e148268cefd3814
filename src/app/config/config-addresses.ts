// Addresses of others: by which callers reach the gateway, of mail, of the provider of single sign-on, and of who reads reports.

import { isLoopback } from '../../platform/kernel/loopback.ts'
import { ConfigError } from './config-error.ts'

export interface MailConfig {
  readonly smtpUrl: string
  readonly from: string
}

export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
}

export function readPublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('PUBLIC_URL', 'takes an http:// or https:// address without user, query or fragment')
  }
  return url.href.replace(/\/+$/, '')
}

export function readContacts(value: string | undefined): string[] {
  const contacts = (value ?? '').split(',').map((contact) => contact.trim())
  return contacts.filter(Boolean).map((contact) => {
    const url = URL.parse(contact)
    if (url === null || !['mailto:', 'https:', 'tel:'].includes(url.protocol)) {
      throw new ConfigError('SECURITY_CONTACT', 'takes mailto:, https:// or tel: addresses, separated by commas')
    }
    return url.href
  })
}

export function readMail(smtpUrl: string | undefined, from: string | undefined): MailConfig | undefined {
  if (smtpUrl === undefined && from === undefined) return undefined
  if (smtpUrl === undefined) throw new ConfigError('SMTP_URL', 'is required when MAIL_FROM is set')
  if (from === undefined) throw new ConfigError('MAIL_FROM', 'is required when SMTP_URL is set')
  // This value goes into a header of every mail.
  if (
    !/^(?:[^\p{C}<>@",;:\\]{1,120} <[^\p{C}\s<>@",;:]+@[^\p{C}\s<>@",;:]+>|[^\p{C}\s<>@",;:]+@[^\p{C}\s<>@",;:]+)$/u.test(
      from,
    )
  ) {
    throw new ConfigError('MAIL_FROM', 'takes an address, such as bank@example.com or Bank <bank@example.com>')
  }
  return { smtpUrl, from }
}

export function readOidc(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OidcConfig | undefined {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined) {
    throw new ConfigError('OIDC_ISSUER', 'is required when OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set')
  }
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID', 'is required when OIDC_ISSUER is set')
  const url = URL.parse(issuer)
  const isPlain = url !== null && url.username === '' && url.search === '' && url.hash === ''
  // Anyone who can read or change the provider's answers can sign in as anybody.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!isPlain || !isSafe) {
    throw new ConfigError('OIDC_ISSUER', 'takes an https:// address, or http:// on this machine')
  }
  return { issuer, clientId, ...(clientSecret !== undefined && { clientSecret }) }
}
