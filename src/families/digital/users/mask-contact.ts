// E-mail addresses and telephone numbers as they are shown: enough to recognise one's own, not to learn another's.

/** `jane@x.com` is `j***@x.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}***${email.slice(at)}`
}

/** `+1 555 000 1234` is `***1234`. */
export function maskPhone(phone: string): string {
  return `***${phone.replaceAll(/\D/g, '').slice(-4)}`
}
