// Whether the gateway answers at all.

export async function isReachable(): Promise<boolean> {
  try {
    await fetch(import.meta.env.BASE_URL, { method: 'HEAD' })
    return true
  } catch {
    return false
  }
}
