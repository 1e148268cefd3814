// E-mail addresses and telephone numbers as they are shown: enough to recognise one's own, not to learn another's.

/** `jane@x.com` is `j***@x.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}***${email.slice(at)}`
}

/** `+15550001234` is `***1234`. */
export function maskPhone(phone: string): string {
  return `***${phone.slice(-4)}`
}
